import { sql } from 'kysely'
import type { MapCluster } from '#contract/schema.gen.ts'
import { districtName } from '#rules/location-text.ts'
import type { Queryable } from '../../db/connect.ts'
import { type BuiltInArea, builtInAreas } from '../../places/areas/built-in.ts'
import { latitudeOf, type View } from './view.ts'

type Centre = Pick<BuiltInArea, 'address' | 'lat' | 'lng'>

/** Up to this zoom a marker stands for a 시도, up to the next for a 시군구, from there on for a 동. */
const PROVINCE_ZOOM = 8
const DISTRICT_ZOOM = 12

/** A centre beyond the edge of the view may be the nearest to a marker in it; in degrees. */
const BEYOND = 0.1

/** Adds to each cluster the name of the area whose centre is nearest to it: '경기도', '마포구', '망원동'. */
export async function nameClusters(
  db: Queryable,
  clusters: readonly MapCluster[],
  view: Pick<View, 'box' | 'zoom'>,
): Promise<MapCluster[]> {
  if (clusters.length === 0) return []
  const dongs = view.zoom <= PROVINCE_ZOOM ? [] : await dongsIn(db, view)
  const nameOf = view.zoom <= PROVINCE_ZOOM ? province : view.zoom <= DISTRICT_ZOOM || !dongs.length ? district : dong
  return clusters.map((cluster) => {
    const nearest = nearestTo(cluster, dongs.length > 0 ? dongs : districts)
    return { ...cluster, area: nearest && nameOf(nearest.address) }
  })
}

const province = (address: string) => address.split(' ')[0] ?? address
const district = (address: string) => districtName(address) ?? province(address)
const dong = (address: string) => address.split(' ').at(-1) ?? address

const SEJONG = '세종특별자치시'

/** 세종 has no 시군구. */
const districts: readonly Centre[] = builtInAreas.filter(({ level, address }) => level === 2 || address === SEJONG)

async function dongsIn(db: Queryable, { box }: Pick<View, 'box'>): Promise<Centre[]> {
  const { rows } = await sql<Centre>`
    select address, lat, lng from place_areas
    where level = 3 and lat between ${latitudeOf(box.south) - BEYOND} and ${latitudeOf(box.north) + BEYOND}
      and lng between ${box.west - BEYOND} and ${box.east + BEYOND}`.execute(db)
  return rows
}

function nearestTo({ lat, lng }: Pick<MapCluster, 'lat' | 'lng'>, centres: readonly Centre[]): Centre | null {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  let [nearest, least]: [Centre | null, number] = [null, FARTHEST]
  for (const centre of centres) {
    const away = Math.hypot(centre.lat - lat, (centre.lng - lng) * narrowing)
    if (away < least) [nearest, least] = [centre, away]
  }
  return nearest
}

/** Posts farther than this from Korea have no area; in degrees. */
const FARTHEST = 1
