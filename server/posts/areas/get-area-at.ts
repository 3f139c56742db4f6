import { sql } from 'kysely'
import type { AreaName, QueryGetAreaAtArgs } from '#contract/schema.gen.ts'
import { areaAtSchema } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import type { OperationContext } from '../../context.ts'
import { checkInput } from '../../errors.ts'
import { presentName } from './get-area.ts'
import { findAreaAt } from './locate-posts.ts'

/** An area that is smaller on the map is only a part of what a phone of 360 pixels shows. */
const FILLED_PIXELS = 180
/** From farther away a map shows the country. */
const PROVINCE_ZOOM = 8

/** The smallest area that fills a good part of a phone's screen; null abroad, at sea and for a map of the country. */
export async function getAreaAt({ db }: OperationContext, args: QueryGetAreaAtArgs): Promise<AreaName | null> {
  const { lat, lng, zoom } = checkInput(areaAtSchema, args)
  const path = zoom < PROVINCE_ZOOM ? null : await findAreaAt(db, { lat, lng })
  if (!path) return null
  const degrees = (FILLED_PIXELS * 360) / (TILE_PIXELS * 2 ** zoom)
  const { rows } = await sql<{ address: string }>`
    select address from areas where id = any(${path}::integer[]) and (
      parent_id is null or greatest(east - west, (north - south) / cos(radians(lat))) >= ${degrees}::float8
    ) order by cardinality(path) desc limit 1`.execute(db)
  return rows.map(presentName)[0] ?? null
}
