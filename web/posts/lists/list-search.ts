import { foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import {
  ANY_RADIUS,
  BY_DISTANCE,
  defaultRadius,
  listRadii,
  parseNear,
  type Sort,
  toPageAfterFirst,
  toSort,
} from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'

export const factGroups = { kind: foodKinds, price: priceRanges, traits: placeTraits } as const

export type FactGroup = keyof typeof factGroups

/** Chosen facts by group, as in the URL: keys joined by commas. */
export type FactFilters = { [Group in FactGroup]?: string | undefined }

const groups = Object.keys(factGroups) as FactGroup[]

/**
 * The order, position and filters in the URL of a list. To add a filter, add its field to both types and handle it in
 * the functions of this file; the lists of all screens, their keys, kept copies and links use these.
 */
export type ListSearch = FactFilters & {
  filter?: Sort
  near?: string
  around?: string | undefined
  /** Maximum distance in metres in a list by distance, or `any`. */
  radius?: string | undefined
  open?: '1' | undefined
  page?: number | undefined
}

export type ListParams = Readonly<{
  sort: Sort
  near: Position | undefined
  around: string | undefined
  /** In metres; null for any distance, and for a list in another order. */
  radius: number | null
  open: boolean
  facts: FactFilters
  page: number | undefined
}>

/** For `validateSearch`. Invalid parameters become undefined explicitly; otherwise the router would keep them. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...(search.filter !== undefined && { filter: toSort(search.filter) }),
    ...(parseNear(search.near) && { near: String(search.near) }),
    ...(search.around !== undefined && { around: parseNear(search.near) ? String(search.around) : undefined }),
    ...(search.radius !== undefined && { radius: parseNear(search.near) && parseRadius(search.radius) }),
    ...parseFilters(search),
    ...(search.page !== undefined && { page: toPageAfterFirst(search.page) }),
  }
}

function parseRadius(text: unknown): string | undefined {
  return [ANY_RADIUS, ...listRadii.map(String)].find((known) => known === text)
}

export function parseFilters(search: Record<string, unknown>): ListFilters {
  return {
    ...(search.open !== undefined && { open: search.open === '1' ? '1' : undefined }),
    ...parseFacts(search),
  }
}

export function parseFacts(search: Record<string, unknown>): FactFilters {
  const given = groups.filter((group) => search[group] !== undefined)
  return Object.fromEntries(given.map((group) => [group, joinFacts(group, String(search[group]).split(','))]))
}

export function joinFacts(group: FactGroup, chosen: readonly string[]): string | undefined {
  const known = Object.keys(factGroups[group]).filter((key) => chosen.includes(key))
  return known.join(',') || undefined
}

/** For a link's `search`: changes the filters in the URL, and returns to the first page. */
export const withFilter = (filters: Partial<ListSearch>) => (search: Record<string, unknown>) => ({
  ...search,
  page: undefined,
  ...filters,
})

export const noFacts: FactFilters = { kind: undefined, price: undefined, traits: undefined }

export type ListFilters = FactFilters & Pick<ListSearch, 'open'>

export function filtersOf({ open, ...search }: ListSearch): ListFilters {
  return { ...(open && { open }), ...factsOf(search) }
}

export function orderAndFiltersOf({ filter, near, ...search }: ListSearch): ListSearch {
  return { ...(filter && { filter }), ...(near && { near }), ...filtersOf(search) }
}

export function factsOf(search: FactFilters): FactFilters {
  return Object.fromEntries(groups.flatMap((group) => (search[group] ? [[group, search[group]]] : [])))
}

export function listParams({ filter, near, around, radius, open, page, ...search }: ListSearch): ListParams {
  return {
    sort: filter ?? 'latest',
    near: parseNear(near),
    around,
    radius: near && radius !== ANY_RADIUS ? Number(radius ?? defaultRadius) : null,
    open: open === '1',
    facts: factsOf(search),
    page,
  }
}

export function unfilteredListParams(sort: Sort = 'latest'): ListParams {
  return listParams({ filter: sort })
}

export function isFiltered({ open, facts }: Pick<ListParams, 'open' | 'facts'>): boolean {
  return open || hasFacts(facts)
}

export function hasFacts(facts: FactFilters): boolean {
  return countFacts(facts) > 0
}

export function countFacts(facts: FactFilters): number {
  return groups.flatMap((group) => facts[group]?.split(',') ?? []).length
}

/** The part of a query key that distinguishes lists of one kind. */
export function listParamsKey({ sort, near, radius, open, facts, page }: ListParams): string[] {
  return [
    ...(near ? [BY_DISTANCE, String(near.lat), String(near.lng), String(radius)] : [sort]),
    ...(open ? ['open'] : []),
    ...factsKey(facts),
    ...(page === undefined ? [] : [`page ${page}`]),
  ]
}

export function factsKey(facts: FactFilters): string[] {
  return groups.flatMap((group) => (facts[group] ? [`${group} ${facts[group]}`] : []))
}

export function listArguments({ sort, near, radius, open, facts, page }: ListParams) {
  return {
    ...(near ? { filter: BY_DISTANCE, ...near, radius } : { filter: sort }),
    open,
    ...factArguments(facts),
    pageParam: page ?? null,
  }
}

type FactArguments = { [Group in FactGroup]: (keyof (typeof factGroups)[Group])[] | null }

export function factArguments(facts: FactFilters): FactArguments {
  return Object.fromEntries(groups.map((group) => [group, facts[group]?.split(',') ?? null])) as FactArguments
}
