import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { postLimits } from './post.ts'
import { searchSchema } from './search.ts'
import { cleanLine } from './text.ts'
import { latitudeSchema, longitudeSchema, textWithin } from './validate.ts'

const { keyword } = searchSchema.entries

/** Most results of a search for places: as many as one page of Kakao's search has. */
export const MAX_PLACE_RESULTS = 15

/** Photos in the response of a place; with this number there may be more. */
export const FIRST_PLACE_PHOTOS = 12

/** Photos of menus on the page of a place. */
export const PLACE_MENU_PHOTOS = 6

/** From this zoom a map shows shops without posts. */
export const MIN_SHOPS_ZOOM = 16

/**
 * Within these distances, in metres, two positions are of one place. A page that mixes two restaurants is worse than a
 * related post too many.
 */
export const samePlaceMetres = {
  /** Posts with one name share the page of their place. People set pins by hand, but a chain's next shop is not far. */
  venue: 150,
  /** Results of a search with one name are shown once. Their positions come from registers, so they hardly differ. */
  result: 100,
  /** Posts with one name are shown as related, and those with one address, which may name a whole district. */
  relatedName: 300,
  relatedAddress: 30,
  /** A pin moved this far in the form still corrects the chosen place; farther away it means another one. */
  correction: 300,
} as const

export const placeMessages = {
  none: '검색 결과가 존재하지 않습니다.',
  /** Shown while the same search is repeated by itself. */
  preparing: '장소를 준비하고 있어요. 준비되는 대로 찾아 드릴게요.',
  failed: '검색 결과 중 오류가 발생했습니다.',
  unknown: '장소를 찾을 수 없어요.',
  unknownArea: '지역을 찾을 수 없어요.',
  unknownShop: '가게를 찾을 수 없어요.',
} as const

/** Labels of how exactly a position is known, the most exact first. */
export const precisionLabels = {
  building: '건물 단위 위치',
  road: '도로 단위 위치',
  dong: '동 단위 위치',
  district: '시군구 단위 위치',
  province: '시도 단위 위치',
} as const

/** How exactly a position is known: of a building, a road, or only of an area. */
export type Precision = keyof typeof precisionLabels

export type LandmarkKind = 'station' | 'market' | 'sight' | 'airport' | 'terminal' | 'university' | 'island'

/**
 * The places by which people say where something is, by category. Indexes of the table `places` list them too, so
 * another one needs a migration.
 */
export const landmarkKinds: ReadonlyMap<string, LandmarkKind> = new Map([
  ['지하철역', 'station'],
  ['전통시장', 'market'],
  ['관광지', 'sight'],
  ['관광단지', 'sight'],
  ['공항', 'airport'],
  ['터미널', 'terminal'],
  ['대학교', 'university'],
  ['섬', 'island'],
])

/** The category of streets, which are addresses. */
export const STREET_CATEGORY = '도로'

/** Null for restaurants and other places. */
export function landmarkKind(category: string | null): LandmarkKind | null {
  return landmarkKinds.get(category ?? '') ?? null
}

/** Whether the category, also one with details ('지하철역 · 2호선'), is that of a landmark. */
export function isLandmarkCategory(category: string | null): boolean {
  return landmarkKind(category?.split(' · ')[0] ?? null) !== null
}

/** Web Mercator with 256-pixel tiles. */
const mapLimits = { minZoom: 0, maxZoom: 22 } as const

export const searchPlacesSchema = v.pipe(
  v.object({
    keyword,
    lat: v.optional(v.nullable(latitudeSchema), null),
    lng: v.optional(v.nullable(longitudeSchema), null),
  }),
  v.forward(
    v.check(({ lat, lng }) => (lat === null) === (lng === null), errorMessages.BAD_USER_INPUT),
    ['lat'],
  ),
)

/** The address whose position is asked for. */
export const geocodeSchema = v.object({
  address: textWithin(cleanLine, postLimits.address, errorMessages.BAD_USER_INPUT),
})

export const landmarkSchema = v.object({ name: keyword, lat: latitudeSchema, lng: longitudeSchema })

export const positionSchema = v.object({ lat: latitudeSchema, lng: longitudeSchema })

const MAX_RADIUS = 1_000_000

/** A position, and how far posts may be away from it, in metres. */
export const nearSchema = v.object({
  ...positionSchema.entries,
  radius: v.nullish(
    v.pipe(
      v.number(errorMessages.BAD_USER_INPUT),
      v.integer(errorMessages.BAD_USER_INPUT),
      v.minValue(1, errorMessages.BAD_USER_INPUT),
      v.maxValue(MAX_RADIUS, errorMessages.BAD_USER_INPUT),
    ),
    null,
  ),
})

/** Code points of an area's path. */
const MAX_PATH = 100

export const areaPathSchema = v.object({
  path: textWithin(cleanLine, MAX_PATH, errorMessages.BAD_USER_INPUT),
})

const viewEntries = {
  south: latitudeSchema,
  west: longitudeSchema,
  north: latitudeSchema,
  east: longitudeSchema,
  zoom: v.pipe(
    v.number(errorMessages.BAD_USER_INPUT),
    v.check((zoom) => zoom >= mapLimits.minZoom && zoom <= mapLimits.maxZoom, errorMessages.BAD_USER_INPUT),
  ),
}

type Bounds = Readonly<{ south: number; west: number; north: number; east: number }>

const isUpright = ({ south, west, north, east }: Bounds) => south <= north && west <= east

export const mapSchema = v.pipe(
  v.object({
    ...viewEntries,
    filter: v.optional(v.nullable(v.string()), null),
    keyword: v.optional(v.nullable(keyword), null),
  }),
  v.forward(
    v.check((view) => isUpright(view), errorMessages.BAD_USER_INPUT),
    ['north'],
  ),
)

/** A position, and the zoom of the map that asks in which area it is. */
export const areaAtSchema = v.object({ lat: latitudeSchema, lng: longitudeSchema, zoom: viewEntries.zoom })
