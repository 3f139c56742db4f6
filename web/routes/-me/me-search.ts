import type { SaveList } from '#contract/schema.gen.ts'
import { type FactFilters, listParams, parseFacts, parseListSearch } from '../../posts/lists/list-search.ts'

/** URL parameters of `/me`; without any it shows the list '가고 싶어요', newest first, as rows. Every page loads this file. */
export type MeSearch = FactFilters & {
  list?: Exclude<SaveList, 'want'> | undefined
  keyword?: string | undefined
  near?: string | undefined
  /** Maximum distance from `near` in metres; `near` orders the list by distance. */
  radius?: string | undefined
  view?: 'map' | 'import' | undefined
}

export function parseMeSearch({ list, keyword, view, ...search }: Record<string, unknown>): MeSearch {
  const others = ['been', 'liked', 'written'] as const
  const known = others.find((name) => name === list)
  const words = typeof keyword === 'string' || typeof keyword === 'number' ? String(keyword).trim() : ''
  const { near, radius } = parseListSearch(search)
  return {
    ...(known && { list: known }),
    ...(words !== '' && { keyword: words }),
    ...(near && { near }),
    ...(radius && { radius }),
    ...((view === 'map' || view === 'import') && { view }),
    ...parseFacts(search),
  }
}

export function savedParams({ list, keyword = '', ...search }: MeSearch) {
  const { near, radius, facts } = listParams(search)
  return { list: list ?? ('want' as const), keyword, near, radius, facts }
}
