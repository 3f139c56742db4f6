import { type SearchText, searchText } from '../search/search-text.ts'

type Described = Readonly<{
  name: string
  branch: string | null
  category: string | null
  area: string
  tags: string | null
}>

/** As on a sign: '을밀대 본점'. */
export function fullName(name: string, branch: string | null): string {
  return branch === null || name.endsWith(branch) ? name : `${name} ${branch}`
}

/** The name is found by any part; kind and area only by two characters, which keeps the index a third smaller. */
export function placeText({ name, branch, category, area, tags }: Described): SearchText {
  const named = searchText([fullName(name, branch)])
  const around = searchText([category ?? '', area, tags ?? ''])
  const pairs = around.grams.filter((gram) => [...gram].length === 2 && !gram.startsWith(' '))
  return {
    normal: `${named.normal}\n${around.normal}`,
    grams: [...new Set([...named.grams, ...pairs])],
  }
}
