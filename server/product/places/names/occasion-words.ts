import { COMPANY, OCCASIONS } from '#rules/occasions.ts'

const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')

/**
 * Words of occasions: '부모님', '친구들이랑', '가족모임', '아침식사', '회식장소', '소개팅하기'. No ending may equal two others in a row, which
 * would make backtracking exponential.
 */
const WORD = new RegExp(
  `^(${anyOf(COMPANY)})?(?:들)?(?:이랑|랑|와|과|하고|끼리|께|이|을|를|의)?` +
    `(${anyOf(OCCASIONS)})?(?:식사|메뉴|장소|코스|자리|하기|할|만한|좋은|괜찮은|으로|로|에|때|용|밥|거|것|음식)*(?:곳|집|데|식당|맛집)?$`,
)

/** Company and purpose in a word: '가족' and '모임' of '가족모임'. Empty without one. */
export function occasionsOf(word: string): readonly string[] {
  const [, company, occasion] = WORD.exec(word) ?? []
  return [company, occasion].filter((one) => one !== undefined)
}
