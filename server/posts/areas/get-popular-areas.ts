import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AreaCount } from '#contract/schema.gen.ts'
import type { Reader } from '../../authors/visibility.ts'
import type { OperationContext } from '../../context.ts'
import { type Database, perDatabase } from '../../db/connect.ts'
import { areaCountsFor, presentCount } from './get-area.ts'

const OFFERED = 8

/** Every home page shows the areas, and adding up all counts takes a while. */
const MAX_AGE_MS = 10_000

const cacheOf = perDatabase(
  (db) => new LRUCache<'areas', AreaCount[]>({ max: 1, ttl: MAX_AGE_MS, fetchMethod: () => readPopular(db, null) }),
)

/** The 동 with the most posts; if there are fewer than eight, followed by 시군구. Up to ten seconds old. */
export async function getPopularAreas({ db, session }: Pick<OperationContext, 'db' | 'session'>): Promise<AreaCount[]> {
  if (session?.hasOwnView) return readPopular(db, session)
  return (await cacheOf(db).fetch('areas')) ?? []
}

/** For tests. */
export function forgetPopularAreas(db: Database): void {
  cacheOf(db).clear()
}

async function readPopular(db: Database, reader: Reader): Promise<AreaCount[]> {
  const { rows } = await sql<{ address: string; count: number }>`
    select a.address, sum(c.count) as count
    from ${areaCountsFor(reader)} c join areas a on a.id = c.area_id
    where a.parent_id is not null
    group by a.id having sum(c.count) > 0
    order by exists (select from areas part where part.parent_id = a.id), count desc, a.address limit ${sql.lit(OFFERED)}`.execute(
    db,
  )
  return rows.map(presentCount)
}
