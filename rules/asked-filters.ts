import type { PriceRange } from './food-kinds.ts'
import { foldText } from './normal-form.ts'
import { cleanLine } from './text.ts'

const PLACES = '(?:곳|집|데|가게|식당|음식점|맛집|밥집)'
// `(^|[^가-힣])` keeps it from matching inside a word; Safari before 16.4 knows no look-behind.
const OPEN_NOW = new RegExp(
  `(^|[^가-힣])(?:(?:(?:지금|현재)\\s*(?:문\\s*)?(?:연|여는|열린|열려\\s*있는|하는|영업\\s*(?:하는|중인?)|오픈\\s*(?:한|중인?))|영업\\s*중인?)(?:\\s*${PLACES})?|문\\s*(?:연|여는|열린)\\s*${PLACES})`,
)
const PRICE = new RegExp(
  `(^|[^가-힣\\d])([일이삼사오\\d])?\\s*만\\s*원?\\s*(이하|이내|미만|아래|밑|안쪽|까지|으로|짜리|대|이상|넘는)(?:에서|으로|에|의|인)?(?:\\s*${PLACES})?(?![가-힣])`,
)

/** Bounds of the price ranges, in 10,000 won. */
const bounds: Readonly<Record<PriceRange, readonly [from: number, to: number]>> = {
  under_1: [0, 1],
  from_1_to_2: [1, 2],
  from_2_to_3: [2, 3],
  from_3_to_5: [3, 5],
  over_5: [5, Number.POSITIVE_INFINITY],
}

/**
 * Turns parts of the keyword that name filters ('지금 여는 카페', '만원 이하 국밥') into these filters; the keyword keeps the rest, if
 * there is one. Null if the keyword names no filter.
 */
export function withFiltersOfKeyword<Search extends { keyword?: string }>({ keyword: typed = '', ...search }: Search) {
  const keyword = foldText(typed)
  const isOpen = OPEN_NOW.test(keyword)
  const price = askedPrice(keyword)
  if (!isOpen && !price) return null
  const rest = cleanLine(keyword.replace(OPEN_NOW, '$1 ').replace(PRICE, '$1 '))
  return {
    ...search,
    ...(rest !== '' && { keyword: rest }),
    ...(isOpen && { open: '1' as const }),
    ...(price && { price }),
  }
}

/** The price ranges that the keyword names, joined by commas as in URLs; null for none. */
function askedPrice(keyword: string): string | null {
  const [found, , digit = '일', word] = PRICE.exec(keyword) ?? []
  if (!found) return null
  const amount = '일이삼사오'.indexOf(digit) + 1 || Number(digit)
  const isAsked = ([from, to]: readonly [number, number]) =>
    word === '이상' || word === '넘는' ? to > amount : word === '대' ? from <= amount && amount < to : from < amount
  const keys = (Object.keys(bounds) as PriceRange[]).filter((range) => isAsked(bounds[range]))
  return keys.join(',')
}
