import type { Position } from './position.ts'

/** Posts, or saved places, of one page of a list. */
export const LIST_PAGE_SIZE = 10

/** The most posts that are asked for by their ids at once. */
export const MAX_POSTS_BY_ID = 30

/** Above this many pages `pageCount` is an estimate (docs/data.md, "Counts"). */
export const MAX_EXACT_PAGE_COUNT = 1000

/** The largest page number in a URL or request. */
export const MAX_PAGE = 2 ** 31 - 1

/** A page number from 2 on; undefined for page 1 and for invalid values. */
export function toPageAfterFirst(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined
}

/** The values of `filter` in the API and in URLs; `order` is by title, `again` by the verdict of the post's place. */
export const sorts = ['latest', 'popular', 'again', 'order'] as const
export type Sort = (typeof sorts)[number]

export const sortLabels: Record<Sort, string> = {
  latest: '최신순',
  popular: '인기순',
  again: '또 가는 순',
  order: '이름순',
}

/** Order by the best match: the one of a search without `filter`. */
export const BY_RELEVANCE = 'relevance'
export const relevanceLabel = '정확도순'

/** Unknown values mean latest. */
export function toSort(value: unknown): Sort {
  return sorts.find((sort) => sort === value) ?? 'latest'
}

/** Order by distance, on home, search and areas; needs a position. */
export const BY_DISTANCE = 'near'
export const nearLabel = '가까운 순'

/** Radii of lists by distance, in metres; the largest is the default. */
export const listRadii = [1000, 3000, 5000, 10_000] as const
export const defaultRadius: number = listRadii[3]

/** Value of `radius` in a URL for any distance. */
export const ANY_RADIUS = 'any'

/** '3 km'. */
export function radiusLabel(metres: number): string {
  return `${metres / 1000} km`
}

/** '37.566,126.978'; undefined if invalid. */
export function parseNear(text: unknown): Position | undefined {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(String(text)) ?? []
  const near = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(near.lat) <= 90 && Math.abs(near.lng) <= 180 ? near : undefined
}

/** A position for a URL, rounded to about 100 metres: a shared URL must not reveal where a person lives. */
export function formatNear({ lat, lng }: Position): string {
  return `${lat.toFixed(3)},${lng.toFixed(3)}`
}
