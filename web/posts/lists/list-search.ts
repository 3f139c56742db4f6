import { NEAR, type NearPosition, readNear, type Sort, toPage, toSort } from '#rules/paging.ts'

/**
 * The order, position and filters in the URL of a list. To add a filter, add its field to both types and handle it in
 * the functions of this file; the lists of all screens, their keys, kept copies and links use these.
 */
export type ListSearch = {
  filter?: Sort
  /** A position, which overrides the order: the nearest first. */
  near?: string
  /** The name of the station, market or sight at that position, for the heading. */
  around?: string | undefined
  open?: '1' | undefined
  /** The first page, used without a script. */
  page?: number | undefined
}

export type ListParams = Readonly<{
  sort: Sort
  near: NearPosition | undefined
  around: string | undefined
  open: boolean
  page: number | undefined
}>

/** For `validateSearch`. Invalid parameters become undefined explicitly; otherwise the router would keep them. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
    ...(readNear(search.near) && { near: String(search.near) }),
    ...(search.around !== undefined && { around: readNear(search.near) ? String(search.around) : undefined }),
    ...readFilters(search),
    ...(search.page !== undefined && { page: toPage(search.page) }),
  }
}

/** Only the filters, for screens whose URL has its own form of order or position. */
export function readFilters(search: Record<string, unknown>): Pick<ListSearch, 'open'> {
  return { ...(search.open !== undefined && { open: search.open === '1' ? '1' : undefined }) }
}

/** The filters in a URL, for a link to another list. */
export function filtersOf({ open }: ListSearch): Pick<ListSearch, 'open'> {
  return open ? { open } : {}
}

/** The order and the filters in a URL, for a link to a part of that list. */
export function orderOf({ filter, near, open }: ListSearch): ListSearch {
  return { ...(filter && { filter }), ...(near && { near }), ...filtersOf({ open }) }
}

export function listParams({ filter, near, around, open, page }: ListSearch): ListParams {
  return { sort: filter ?? 'latest', near: readNear(near), around, open: open === '1', page }
}

/** Every post in that order. */
export function wholeList(sort: Sort = 'latest'): ListParams {
  return listParams({ filter: sort })
}

export function isFiltered({ open }: Pick<ListParams, 'open'>): boolean {
  return open
}

/** The part of a query key that distinguishes lists of one kind. */
export function listParamsKey({ sort, near, open, page }: ListParams): string[] {
  return [
    ...(near ? [NEAR, String(near.lat), String(near.lng)] : [sort]),
    ...(open ? ['open'] : []),
    ...(page === undefined ? [] : [`page ${page}`]),
  ]
}

export function listArguments({ sort, near, open, page }: ListParams) {
  return { ...(near ? { filter: NEAR, ...near } : { filter: sort }), open, pageParam: page ?? null }
}
