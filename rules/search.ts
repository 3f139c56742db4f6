import * as v from 'valibot'
import { foldText } from './normal-form.ts'
import { searchLimits } from './search-limits.ts'
import { cleanLine, countCharacters } from './text.ts'

export const searchMessages = {
  keywordLong: `검색어를 ${searchLimits.keyword}자 이내로 입력해 주세요.`,
  manyTerms: `검색어는 ${searchLimits.terms}개 단어까지 입력할 수 있어요.`,
} as const

/** Signs such as '㈜' become several characters, and 'ﷺ' four words, in `foldText`, so its result is cut. */
function toSearched(text: string): string {
  const characters = [...cleanLine(foldText(text))].slice(0, searchLimits.keyword).join('')
  return characters.split(' ').slice(0, searchLimits.terms).join(' ').trimEnd()
}

/** `foldText`, within the limits; empty if nothing of the keyword is visible. */
export const keywordSchema = v.pipe(
  v.string(),
  v.transform(cleanLine),
  v.check((text) => countCharacters(text) <= searchLimits.keyword, searchMessages.keywordLong),
  v.check((text) => text.split(' ').length <= searchLimits.terms, searchMessages.manyTerms),
  v.transform(toSearched),
)

export const searchSchema = v.object({ keyword: keywordSchema })
