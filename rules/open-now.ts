import { cleanLine } from './text.ts'

const PLACES = '(?:곳|집|데|가게|식당|음식점|맛집)'
const OPEN_NOW = new RegExp(
  `(?<![가-힣])(?:(?:(?:지금|현재)\\s*(?:문\\s*)?(?:연|여는|열린|열려\\s*있는|하는|영업\\s*(?:하는|중인?)|오픈\\s*(?:한|중인?))|영업\\s*중인?)(?:\\s*${PLACES})?|문\\s*(?:연|여는|열린)\\s*${PLACES})`,
)

/** A keyword without the words that ask for what is open now, which a filter answers: '지금 여는 카페'. Null without them. */
export function withoutOpenNow(keyword: string): string | null {
  return OPEN_NOW.test(keyword) ? cleanLine(keyword.replace(OPEN_NOW, ' ')) : null
}
