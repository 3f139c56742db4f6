import { sql } from 'kysely'
import type { MapAreaName, MapAreas, QueryGetMapAreasArgs } from '#contract/schema.gen.ts'
import { mapAreasSchema } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import type { OperationContext } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { checkInput } from '../../errors.ts'
import { builtInAreas } from './built-in.ts'

/** From this zoom on there is room for the names of districts. */
const DISTRICT_ZOOM = 10
/** From this zoom on names of 동 are shown instead. */
const DONG_ZOOM = 14
/** Borders of 동 are shown slightly earlier than their names. */
const DONG_BORDER_ZOOM = 12

/** Widest and highest map, in pixels; nobody looks at a larger one. */
const MAX_PIXELS = 8192
const MAX_NAMES = 300
const MAX_OUTLINES = 1500

/** Outlines are in hundred-thousandths of a degree, about a metre. */
const OUTLINE_UNIT = 100_000

type View = Readonly<{ south: number; west: number; north: number; east: number; zoom: number }>

/**
 * Names and borders for a map without streets, as many as fit at its zoom; none at low zoom.
 * @throws {AppError} BAD_USER_INPUT
 */
export async function getMapAreas({ db }: OperationContext, args: QueryGetMapAreasArgs): Promise<MapAreas> {
  const view = checkInput(mapAreasSchema, args)
  const pixel = 360 / (TILE_PIXELS * 2 ** view.zoom)
  const isLookedAt = Math.max(view.east - view.west, view.north - view.south) <= pixel * MAX_PIXELS
  if (!isLookedAt || view.zoom < DISTRICT_ZOOM) return { names: [], outlines: [] }
  const [dongs, outlines] = await Promise.all([
    view.zoom >= DONG_ZOOM ? findDongs(db, view) : [],
    findOutlines(db, view, view.zoom >= DONG_BORDER_ZOOM ? 4 : 2),
  ])
  return {
    names: dongs.length > 0 ? dongs : districtsIn(view),
    outlines: outlines.map((ring) => encode(ring, pixel)),
  }
}

/**
 * Every imported list of areas has the 법정동, which people use in addresses; a file of borders may be the only import.
 */
async function findDongs(db: Queryable, { south, west, north, east }: View): Promise<MapAreaName[]> {
  const { rows } = await sql<MapAreaName & { level: number }>`
    select level, name, lat, lng from place_areas
    where level in (3, 4) and lat between ${south} and ${north} and lng between ${west} and ${east}
    order by level, id limit ${sql.lit(MAX_NAMES)}`.execute(db)
  return rows.filter(({ level }) => level === rows[0]?.level).map(({ name, lat, lng }) => ({ name, lat, lng }))
}

function districtsIn({ south, west, north, east }: View): MapAreaName[] {
  return builtInAreas
    .filter(({ level, lat, lng }) => level === 2 && lat >= south && lat <= north && lng >= west && lng <= east)
    .map(({ address, lat, lng }) => ({ name: address.split(' ').at(-1) ?? address, lat, lng }))
}

async function findOutlines(db: Queryable, view: View, level: number): Promise<number[][]> {
  const { south, west, north, east } = view
  const { rows } = await sql<{ ring: string }>`
    select r.ring::text as ring from place_rings r join place_areas a on a.id = r.area_id
    where a.level = ${level} and r.ring && polygon(box(point(${west}, ${south}), point(${east}, ${north})))
    limit ${sql.lit(MAX_OUTLINES)}`.execute(db)
  return rows.map(({ ring }) => ring.replace(/[()]/g, '').split(',').map(Number))
}

/** As steps, closed, without points within two pixels of the previous one. */
function encode(ring: readonly number[], pixel: number): number[] {
  const steps: number[] = []
  let [lng, lat] = [0, 0]
  for (let index = 0; index <= ring.length; index += 2) {
    const isEnd = index === ring.length
    const [x = 0, y = 0] = isEnd ? ring : ring.slice(index, index + 2)
    const [right, up] = [Math.round(x * OUTLINE_UNIT) - lng, Math.round(y * OUTLINE_UNIT) - lat]
    if (index > 0 && !isEnd && Math.max(Math.abs(right), Math.abs(up)) < 2 * pixel * OUTLINE_UNIT) continue
    steps.push(right, up)
    lng += right
    lat += up
  }
  return steps
}
