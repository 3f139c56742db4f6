import { sql } from 'kysely'
import type { AreaName } from '#contract/schema.gen.ts'
import type { Queryable } from '../../db/connect.ts'
import { areaName, areaPath } from './area-path.ts'

/** For each post the areas that it lies in, the largest first. */
export async function loadAreas(db: Queryable, postIds: readonly string[]): Promise<AreaName[][]> {
  const { rows } = await sql<{ post_id: number; address: string }>`
    select p.post_id, a.address from post_areas p join areas a on a.id = p.area_id
    where p.post_id = any(${postIds}::bigint[]) order by cardinality(a.path)`.execute(db)
  const areas = Map.groupBy(rows, ({ post_id }) => String(post_id))
  return postIds.map((id) =>
    (areas.get(id) ?? []).map(({ address }) => ({ name: areaName(address), path: areaPath(address) })),
  )
}
