import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { withoutTimeLimits } from '#server/db/time-limits.ts'
import { placeText } from '#server/places/import/write-rows.ts'
import { placeNames } from './vocabulary.ts'

/** Rows inserted by one statement: its arrays of grams stay within the memory of a small server. */
const BATCH = 100_000

const kinds =
  '백반/한정식 국/탕/찌개류 치킨 카페 중국집 경양식 일식/수산물 김밥/만두/분식 피자 족발/보쌈 생맥주전문 제과점'.split(
    ' ',
  )

type Line = { kind: 'name' | 'area'; n: number; text: string; normal: string; grams: string[] }

/**
 * Adds `shops` shops around the centres of the 동 that are there, the same in every run, as an import of 상가(상권)정보 would:
 * their search texts are made by the server's own code, once for each name and area, and put together by PostgreSQL.
 */
export async function addShops(db: Database, shops: number): Promise<void> {
  await withoutTimeLimits(db, async (connection) => {
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)
    const source = await sql<{ id: number }>`
      insert into place_sources (key, attribution, imported_at) values ('shops', '', now()) returning id`.execute(
      connection,
    )
    const indexes = await dropIndexes(connection)
    await loadLines(connection)
    for (let from = 0; from < shops; from += BATCH) {
      await addBatch(connection, source.rows[0]?.id ?? 0, from, Math.min(shops, from + BATCH))
    }
    for (const index of indexes) await sql.raw(index).execute(connection)
    await sql`vacuum analyze places`.execute(connection)
  })
}

/** Drops what is quicker built once; returns the statements that bring it back. */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'places'::regclass and not indisprimary and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function loadLines(db: Database): Promise<void> {
  const { rows: areas } = await sql<{ address: string; lat: number; lng: number }>`
    select distinct on (address) address, lat, lng from place_areas where level = 3 order by address`.execute(db)
  await sql`
    create temp table lines (kind text, n int, text text, normal text, grams text[], lat float8, lng float8,
      primary key (kind, n))`.execute(db)
  const names = placeNames().map((text, n) => toLine('name', n, text))
  const described = areas.map(({ address, ...at }, n) => ({ ...toLine('area', n, address), ...at }))
  const lines: Line[] = [...names, ...described]
  for (let from = 0; from < lines.length; from += 2000) {
    await sql`
      insert into lines select * from json_to_recordset(${JSON.stringify(lines.slice(from, from + 2000))})
        as row(kind text, n int, text text, normal text, grams text[], lat float8, lng float8)`.execute(db)
  }
  await sql`analyze lines`.execute(db)
}

function toLine(kind: Line['kind'], n: number, text: string): Line {
  const described = { name: '', branch: null, category: null, tags: null, area: '' }
  const category = kinds[n % kinds.length] ?? null
  const { normal, grams } = placeText(
    kind === 'name' ? { ...described, name: text, category } : { ...described, area: text },
  )
  return { kind, n, text, normal: normal.replace(/^\n/, ''), grams }
}

/** A number from 0 to `limit` - 1 that looks random and is the same in every run. */
const spread = (salt: number, limit: string) => `((hashint8(g * 16 + ${salt})::bigint + 2147483648) % ${limit})`

async function addBatch(db: Database, sourceId: number, from: number, to: number): Promise<void> {
  const count = (kind: string) => `(select count(*) from lines where kind = '${kind}')`
  await sql`
    insert into places (source_id, source_key, name, category, road_address, address, lat, lng, normal, grams)
    select ${sourceId}, 'g' || g, n.text, '음식', a.text || ' 길' || g % 40 || ' ' || g % 300, a.text || ' ' || g % 1500,
      a.lat + (g % 97 - 48) / 5000.0, a.lng + (g % 89 - 44) / 4000.0, n.normal || a.normal, n.grams || a.grams
    from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to - 1)}::bigint) g
    join lines n on n.kind = 'name' and n.n = ${sql.raw(spread(1, count('name')))}
    join lines a on a.kind = 'area' and a.n = ${sql.raw(spread(2, count('area')))}`.execute(db)
}
