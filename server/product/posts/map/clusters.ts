import { sql } from 'kysely'
import type { MapCluster } from '#contract/schema.gen.ts'
import { districtName } from '#rules/location-text.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { type BuiltInArea, builtInAreas } from '../../places/korea-areas.ts'
import { type Box, latitudeOf, type MapView } from './view.ts'

/** Posts that one marker of the map shows; positions in degrees of longitude and Mercator latitude. */
export type PointGroup = Readonly<{
  count: number
  x: number
  y: number
  box: Box
  /** Id of the post, if it is a single known one. */
  postId: number | null
}>

export type MapPoint = Readonly<{ id: number; x: number; y: number }>

/** Groups posts by squares of a grid; each stands for `weight` posts, if they are a sample. */
export function groupBySquare(points: readonly MapPoint[], square: number, weight: number): PointGroup[] {
  const squares = Map.groupBy(points, ({ x, y }) => `${Math.floor(x / square)} ${Math.floor(y / square)}`)
  return [...squares.values()].map((inside) => {
    const [only] = inside
    return {
      count: Math.max(1, Math.round(inside.length * weight)),
      x: mean(inside.map(({ x }) => x)),
      y: mean(inside.map(({ y }) => y)),
      box: inside.map(pointBox).reduce(boxAround),
      postId: inside.length === 1 && weight === 1 && only ? only.id : null,
    }
  })
}

/** Merges groups less than `apart` degrees from each other, whose markers would overlap. */
export function mergeClose(gathered: readonly PointGroup[], apart: number): PointGroup[] {
  const kept: PointGroup[] = []
  for (const next of gathered.toSorted((a, b) => b.count - a.count)) {
    const index = kept.findIndex(({ x, y }) => Math.hypot(x - next.x, y - next.y) < apart)
    const near = kept[index]
    if (near) kept[index] = joined(near, next)
    else kept.push(next)
  }
  return kept
}

/** A group for the API, with bounds in degrees of latitude; the caller adds the data of its post and its area. */
export function presentCluster({ count, x, y, box, postId }: PointGroup): MapCluster {
  return {
    lat: rounded(latitudeOf(y)),
    lng: rounded(x),
    count,
    south: rounded(latitudeOf(box.south)),
    west: rounded(box.west),
    north: rounded(latitudeOf(box.north)),
    east: rounded(box.east),
    id: postId === null ? null : String(postId),
    title: null,
    kind: null,
    image: null,
    area: null,
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function joined(a: PointGroup, b: PointGroup): PointGroup {
  const count = a.count + b.count
  return {
    count,
    x: (a.x * a.count + b.x * b.count) / count,
    y: (a.y * a.count + b.y * b.count) / count,
    box: boxAround(a.box, b.box),
    postId: null,
  }
}

function pointBox({ x, y }: MapPoint): Box {
  return { west: x, east: x, south: y, north: y }
}

function boxAround(a: Box, b: Box): Box {
  return {
    west: Math.min(a.west, b.west),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    north: Math.max(a.north, b.north),
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

type Centre = Pick<BuiltInArea, 'address' | 'lat' | 'lng'>

/** Largest zooms at which markers show a 시도, and a 시군구; beyond, they show a 동. */
const PROVINCE_ZOOM = 8
const DISTRICT_ZOOM = 12

const BEYOND = 0.1

/** Adds the name of the nearest area to each cluster: '경기도', '마포구', '망원동'. */
export async function nameClusters(
  db: Queryable,
  clusters: readonly MapCluster[],
  view: Pick<MapView, 'box' | 'zoom'>,
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

const districts: readonly Centre[] = builtInAreas.filter(({ level, address }) => level === 2 || address === SEJONG)

async function dongsIn(db: Queryable, { box }: Pick<MapView, 'box'>): Promise<Centre[]> {
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

/** Degrees from the nearest area beyond which a cluster has no name: it is not in Korea. */
const FARTHEST = 1
