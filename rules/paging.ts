/** Posts on a page (decision D16). */
export const PAGE_SIZE = 10

/** Up to this many pages are counted exactly; beyond, `pageCount` is an estimate (architecture, "Counting"). */
export const EXACT_PAGES = 1000

/** Largest `pageParam` that is answered. */
export const MAX_PAGE = 2 ** 31 - 1

export const filters = ['latest', 'popular', 'order'] as const
export type Filter = (typeof filters)[number]

export const filterLabels: Record<Filter, string> = { latest: '최신순', popular: '인기순', order: '이름순' }

/** An unknown filter means latest (decision D18). */
export function toFilter(value: unknown): Filter {
  return filters.find((filter) => filter === value) ?? 'latest'
}
