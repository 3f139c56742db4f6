import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/connect.ts'
import { placeText, renormalize, type SearchText, searchText } from './search-text.ts'

/** Version of `normalForm`; raise it to rebuild the stored texts that would differ. */
const FORM = 1

const BATCH = 500

const TURN_MS = 2000

type Table = Readonly<{ name: string; id: string; made: (lines: readonly string[]) => SearchText }>

const tables: readonly Table[] = [
  { name: 'post_search', id: 'post_id', made: searchText },
  { name: 'collections', id: 'id', made: searchText },
  { name: 'place_areas', id: 'id', made: searchText },
  { name: 'places', id: 'id', made: ([name = '', ...around]) => placeText(name, around) },
]

type Log = { info(details: object, message: string): void }

/**
 * Rebuilds stored search texts of an older `normalForm` for some seconds; call it again until it returns true.
 * New texts already have the new form.
 * @param turn milliseconds after which it returns
 */
export async function remakeSearchTexts(db: Database, log?: Log, turn = TURN_MS): Promise<boolean> {
  const until = performance.now() + turn
  for (const table of tables) {
    let changed = 0
    let left: number
    do {
      const batch = await db.transaction().execute((tx) => remakeBatch(tx, table))
      changed += batch.changed
      left = batch.left
    } while (left > 0 && performance.now() < until)
    if (left === 0) continue
    // Nothing is outdated after a first start.
    if (changed > 0) log?.info({ table: table.name, left }, 'remaking search texts; those up to this id are left')
    return false
  }
  return true
}

/** `left`: the ids up to which texts may be outdated. */
type Batch = { left: number; changed: number }

async function remakeBatch(tx: Queryable, table: Table): Promise<Batch> {
  const [name, id] = [sql.table(table.name), sql.ref(table.id)]
  const { rows: forms } = await sql<{ next_id: number }>`
    select next_id from search_forms where table_name = ${table.name} and form = ${FORM} for update`.execute(tx)
  const [form] = forms
  if (!form) return { left: await begin(tx, table), changed: 0 }
  if (form.next_id === 0) return { left: 0, changed: 0 }
  const { rows } = await sql<{ id: number; normal: string }>`
    select ${id} as id, normal from ${name} where ${id} <= ${form.next_id} order by ${id} desc limit ${sql.lit(BATCH)}`.execute(
    tx,
  )
  const changed = rows
    .filter(({ normal }) => renormalize(normal) !== normal)
    .map((row) => ({ id: row.id, before: row.normal, ...table.made(row.normal.split('\n')) }))
  // Skips locked rows: they are being rewritten or deleted, and waiting for several could deadlock.
  if (changed.length > 0)
    await sql`
      with free as (
        select t.${id}, d.normal, d.grams
        from ${name} t join json_to_recordset(${JSON.stringify(changed)}) as d(id bigint, before text, normal text, grams text[])
          on d.id = t.${id} and d.before = t.normal
        for no key update of t skip locked
      )
      update ${name} t set normal = free.normal, grams = free.grams from free where free.${id} = t.${id}`.execute(tx)
  const oldest = rows.length < BATCH ? undefined : rows.at(-1)
  const next = oldest ? oldest.id - 1 : 0
  await sql`update search_forms set next_id = ${next} where table_name = ${table.name}`.execute(tx)
  return { left: next, changed: changed.length }
}

async function begin(tx: Queryable, { name, id }: Table): Promise<number> {
  const { rows } = await sql<{ next_id: number }>`
    insert into search_forms (table_name, form, next_id)
    select ${name}, ${FORM}::integer, coalesce(max(${sql.ref(id)}), 0) from ${sql.table(name)}
    on conflict (table_name) do update set form = excluded.form, next_id = excluded.next_id
      where search_forms.form <> excluded.form
    returning next_id`.execute(tx)
  return rows[0]?.next_id ?? begunByOther(tx, name)
}

async function begunByOther(tx: Queryable, name: string): Promise<number> {
  const { rows } = await sql<{ next_id: number }>`
    select next_id from search_forms where table_name = ${name}`.execute(tx)
  return rows[0]?.next_id ?? 0
}
