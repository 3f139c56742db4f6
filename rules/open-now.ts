import { cleanLine } from './text.ts'

const PLACES = '(?:곳|집|데|가게|식당|음식점|맛집)'
const OPEN_NOW = new RegExp(
  `(?<![가-힣])(?:(?:(?:지금|현재)\\s*(?:문\\s*)?(?:연|여는|열린|열려\\s*있는|하는|영업\\s*(?:하는|중인?)|오픈\\s*(?:한|중인?))|영업\\s*중인?)(?:\\s*${PLACES})?|문\\s*(?:연|여는|열린)\\s*${PLACES})`,
)

/**
 * What is searched when the keyword asks for what is open now, as '지금 여는 카페' does: the rest of the keyword, if there is
 * one, with the filter for it. Null for other keywords.
 */
export function asOpenFilter<Search extends { keyword?: string }>({ keyword = '', ...search }: Search) {
  if (!OPEN_NOW.test(keyword)) return null
  const rest = cleanLine(keyword.replace(OPEN_NOW, ' '))
  return { ...search, ...(rest !== '' && { keyword: rest }), open: '1' as const }
}
