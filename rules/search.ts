import * as v from 'valibot'
import { folded } from './normal-form.ts'
import { searchLimits } from './search-limits.ts'
import { cleanLine, countCharacters } from './text.ts'

export const searchMessages = {
  keywordLong: `검색어를 ${searchLimits.keyword}자 이내로 입력해 주세요.`,
  manyTerms: `검색어는 ${searchLimits.terms}개 단어까지 입력할 수 있어요.`,
} as const

/** `folded`; empty if nothing of the keyword is visible. */
export const keywordSchema = v.pipe(
  v.string(),
  v.transform((text) => cleanLine(folded(cleanLine(text)))),
  v.check((text) => countCharacters(text) <= searchLimits.keyword, searchMessages.keywordLong),
  v.check((text) => text.split(' ').length <= searchLimits.terms, searchMessages.manyTerms),
)

export const searchSchema = v.object({ keyword: keywordSchema })
