/** Posts on a page (P16). */
export const PAGE_SIZE = 10

/** Up to this many pages are counted exactly; beyond, `pageCount` is an estimate (architecture, "Counting"). */
export const EXACT_PAGES = 1000

/** Largest `pageParam` that is answered. */
export const MAX_PAGE = 2 ** 31 - 1

/** The page at which an address has its list start; undefined for the first one, and for what names none. */
export function toPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined
}

export const sorts = ['latest', 'popular', 'order'] as const
export type Sort = (typeof sorts)[number]

export const sortLabels: Record<Sort, string> = { latest: '최신순', popular: '인기순', order: '이름순' }

/** The order that the API's `filter` names; an unknown one means latest (P18). */
export function toSort(value: unknown): Sort {
  return sorts.find((sort) => sort === value) ?? 'latest'
}

/** The further order of home and search, for who lets the page know where they are; it needs a position. */
export const NEAR = 'near'
export const nearLabel = '가까운 순'

/** Where a list begins that is ordered by distance. */
export type NearPosition = { lat: number; lng: number }

/** The position in an address, '37.566,126.978'; undefined when it is none. */
export function readNear(text: unknown): NearPosition | undefined {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(String(text)) ?? []
  const near = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(near.lat) <= 90 && Math.abs(near.lng) <= 180 ? near : undefined
}

/** The same for an address, to some 100 metres: addresses are shared, and doorsteps are nobody else's business. */
export function writeNear({ lat, lng }: NearPosition): string {
  return `${lat.toFixed(3)},${lng.toFixed(3)}`
}
