import type { SaveList } from '#contract/schema.gen.ts'
import { readNear } from '#rules/paging.ts'
import { type Facts, factsOf, readFacts } from '../../posts/lists/list-search.ts'

/** The parts of the page's URL; what is missing is the list '가고 싶어요', newest first, as a list. */
export type MeSearch = Facts & {
  list?: Exclude<SaveList, 'want'> | undefined
  keyword?: string | undefined
  near?: string | undefined
  view?: 'map' | undefined
}

export function readMeSearch({ list, keyword, near, view, ...search }: Record<string, unknown>): MeSearch {
  const others = ['been', 'liked', 'written'] as const
  const known = others.find((name) => name === list)
  const words = typeof keyword === 'string' || typeof keyword === 'number' ? String(keyword).trim() : ''
  return {
    ...(known && { list: known }),
    ...(words !== '' && { keyword: words }),
    ...(near !== undefined && readNear(near) && { near: String(near) }),
    ...(view === 'map' && { view }),
    ...readFacts(search),
  }
}

/** What of the URL selects the entries. */
export function savedParams({ list, keyword = '', near, ...search }: MeSearch) {
  return { list: list ?? ('want' as const), keyword, near, facts: factsOf(search) }
}
