import { NEAR, type NearPosition, readNear, type Sort, toPage, toSort } from '#rules/paging.ts'

/**
 * What the address of a list says besides what the list is of. A further filter is a field of both types here and its part of
 * the functions; the lists of all screens, their keys, kept copies and links follow.
 */
export type ListSearch = {
  /** The order. */
  filter?: Sort
  /** A position, which overrides the order: the nearest first. */
  near?: string
  /** Only what is open now. */
  open?: '1' | undefined
  /** The first page, used without a script. */
  page?: number | undefined
}

/** The list that an address asks for. */
export type ListWish = Readonly<{
  sort: Sort
  near: NearPosition | undefined
  open: boolean
  page: number | undefined
}>

/** For `validateSearch`. A part of the address that says nothing is undefined, or the router would keep it as it is. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
    ...(readNear(search.near) && { near: String(search.near) }),
    ...readFilters(search),
    ...(search.page !== undefined && { page: toPage(search.page) }),
  }
}

/** The filters alone, for addresses that say their order or position in their own way. */
export function readFilters(search: Record<string, unknown>): Pick<ListSearch, 'open'> {
  return { ...(search.open !== undefined && { open: search.open === '1' ? '1' : undefined }) }
}

/** The filters of one address for another list. */
export function filtersOf({ open }: ListSearch): Pick<ListSearch, 'open'> {
  return open ? { open } : {}
}

export function wishOf({ filter, near, open, page }: ListSearch): ListWish {
  return { sort: filter ?? 'latest', near: readNear(near), open: open === '1', page }
}

/** Every post in that order. */
export function wholeList(sort: Sort = 'latest'): ListWish {
  return wishOf({ filter: sort })
}

/** Whether the list leaves posts out. */
export function isFiltered({ open }: Pick<ListWish, 'open'>): boolean {
  return open
}

/** The part of a query's key that tells lists of one kind apart. */
export function wishKey({ sort, near, open, page }: ListWish): string[] {
  return [
    ...(near ? [NEAR, String(near.lat), String(near.lng)] : [sort]),
    ...(open ? ['open'] : []),
    ...(page === undefined ? [] : [`page ${page}`]),
  ]
}

/** The API's arguments. */
export function wishArguments({ sort, near, open, page }: ListWish) {
  return { ...(near ? { filter: NEAR, ...near } : { filter: sort }), open, pageParam: page ?? null }
}
