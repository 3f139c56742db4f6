import { type SearchText, searchText } from '../search/search-text.ts'

type Described = Readonly<{
  name: string
  branch: string | null
  category: string | null
  area: string
  tags: string | null
}>

/** Name and branch together, as on a sign: '을밀대 본점'. */
export function fullName(name: string, branch: string | null): string {
  return branch === null || name.endsWith(branch) ? name : `${name} ${branch}`
}

/**
 * The search text of a place: its name with every gram, so that half of it or its initial consonants (초성) are enough;
 * its kind and area with pairs of characters only, which makes the index of a country a third smaller.
 */
export function placeText({ name, branch, category, area, tags }: Described): SearchText {
  const named = searchText([fullName(name, branch)])
  const around = searchText([category ?? '', area, tags ?? ''])
  const pairs = around.grams.filter((gram) => [...gram].length === 2 && !gram.startsWith(' '))
  return {
    normal: `${named.normal}\n${around.normal}`,
    grams: [...new Set([...named.grams, ...pairs])],
  }
}
