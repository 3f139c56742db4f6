import { COMPANY, OCCASIONS } from '#rules/search-words.ts'

const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')

/**
 * '부모님', '친구들이랑', '가족모임', '아침식사', '회식장소', '소개팅하기'. No ending may be two others in a row: a word of many
 * endings would be tried in millions of ways.
 */
const WORD = new RegExp(
  `^(${anyOf(COMPANY)})?(?:들)?(?:이랑|랑|와|과|하고|끼리|께|이|을|를|의)?` +
    `(${anyOf(OCCASIONS)})?(?:식사|메뉴|장소|코스|하기|할|만한|좋은|괜찮은|으로|로|에|때|용|밥)*(?:곳|집|데|식당)?$`,
)

/** The company and the purpose that a word names: '가족' and '모임' of '가족모임'. Empty if it names neither. */
export function occasionsOf(word: string): readonly string[] {
  const [, company, occasion] = WORD.exec(word) ?? []
  return [company, occasion].filter((one) => one !== undefined)
}
