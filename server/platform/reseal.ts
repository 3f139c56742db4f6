import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/connect.ts'
import type { SealedUse, Secrets } from './secrets.ts'

/** A column of sealed texts; `key` is the primary key of its table. */
export type SealedColumn = Readonly<{ table: string; column: string; use: SealedUse; key?: string }>

const BATCH = 500

type Site = Readonly<{ db: Database; secrets: Secrets; log: FastifyBaseLogger }>

/** Whether texts may still be sealed with the former secret, so that both are needed. */
export async function isResealing(db: Database, { checkValue }: Secrets): Promise<boolean> {
  const { rows } = await sql`
    select from secret_check where value <> ${checkValue} or next is not null`.execute(db)
  return rows.length > 0
}

/**
 * Encrypts with the current secret all texts that the former one has sealed. If it is interrupted, the next call begins
 * anew.
 */
export async function resealTexts({ db, secrets, log }: Site, columns: readonly SealedColumn[]): Promise<void> {
  if (secrets.former === null || !(await isResealing(db, secrets))) return
  let changed = 0
  let lost = 0
  for (const column of columns) {
    for (let last = 0; ; ) {
      const batch = await resealBatch(db, secrets, column, last)
      changed += batch.changed
      lost += batch.lost
      if (batch.last === null) break
      last = batch.last
    }
  }
  await sql`update secret_check set value = ${secrets.checkValue}, next = null`.execute(db)
  log.info({ changed }, 'all texts are sealed with the new secret key')
  if (lost > 0) log.error({ lost }, 'some sealed texts can be opened with neither secret key')
}

type Batch = { changed: number; lost: number; last: number | null }

async function resealBatch(
  db: Database,
  secrets: Secrets,
  { table, column, use, key = 'id' }: SealedColumn,
  last: number,
): Promise<Batch> {
  const [name, text, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select ${id} as id, ${text} as sealed from ${name} where ${id} > ${last} and ${text} is not null order by ${id} limit ${sql.lit(BATCH)}`.execute(
    db,
  )
  const former = rows.filter(({ sealed }) => !secrets.isOwn(sealed, use))
  const open = former.filter(({ sealed }) => secrets.canOpen(sealed, use))
  const again = open.map(({ id, sealed }) => ({
    id,
    before: sealed.toString('hex'),
    after: secrets.seal(secrets.open(sealed, use), use).toString('hex'),
  }))
  // A text that has changed meanwhile is sealed with the current secret already.
  if (again.length > 0)
    await sql`update ${name} t set ${text} = decode(d.after, 'hex')
      from json_to_recordset(${JSON.stringify(again)}) as d(id bigint, before text, after text)
      where t.${id} = d.id and t.${text} = decode(d.before, 'hex')`.execute(db)
  return { changed: again.length, lost: former.length - open.length, last: rows.at(-1)?.id ?? null }
}
