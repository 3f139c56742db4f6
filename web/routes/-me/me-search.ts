import type { SaveList } from '#contract/schema.gen.ts'
import { readNear } from '#rules/paging.ts'

/** The parts of the page's URL; what is missing is the list '가고 싶어요', newest first, as a list. */
export type MeSearch = {
  list?: Exclude<SaveList, 'want'> | undefined
  keyword?: string | undefined
  near?: string | undefined
  view?: 'map' | undefined
}

export function readMeSearch({ list, keyword, near, view }: Record<string, unknown>): MeSearch {
  const others = ['been', 'liked', 'written'] as const
  const known = others.find((name) => name === list)
  const words = typeof keyword === 'string' || typeof keyword === 'number' ? String(keyword).trim() : ''
  return {
    ...(known && { list: known }),
    ...(words !== '' && { keyword: words }),
    ...(near !== undefined && readNear(near) && { near: String(near) }),
    ...(view === 'map' && { view }),
  }
}

/** What of the URL selects the entries. */
export function savedParams({ list, keyword = '', near }: MeSearch) {
  return { list: list ?? ('want' as const), keyword, near }
}
