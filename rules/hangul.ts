/** Consonants that can start a syllable (초성), in the order in which Unicode sorts syllables by them. */
export const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Unicode block 'Hangul Syllables', 가 to 힣: the same number of syllables for each initial. */
const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const SYLLABLES_PER_INITIAL = 588
/** Final consonants of a syllable, including none: syllables that differ only in theirs follow one another. */
const FINALS = 28

/** Whether the character is a consonant that can start a syllable. */
export function isInitial(character: string): boolean {
  return character !== '' && INITIALS.includes(character)
}

function isSyllable(code: number): boolean {
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
}

/** The initial consonant of a syllable; any other character is returned as it is. */
export function initialOf(character: string): string {
  const code = character.charCodeAt(0)
  if (!isSyllable(code)) return character
  return INITIALS[Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_INITIAL)] ?? character
}

/** The first and the last syllable that start with an initial consonant. */
export function syllablesOf(initial: string): { first: string; last: string } {
  const first = FIRST_SYLLABLE + INITIALS.indexOf(initial) * SYLLABLES_PER_INITIAL
  return { first: String.fromCharCode(first), last: String.fromCharCode(first + SYLLABLES_PER_INITIAL - 1) }
}

/** For a syllable without a final consonant, the last of those that only add one: '돟' for '도'. null for any other character. */
export function lastWithFinal(character: string): string | null {
  const code = character.charCodeAt(0)
  const isOpen = isSyllable(code) && (code - FIRST_SYLLABLE) % FINALS === 0
  return isOpen ? String.fromCharCode(code + FINALS - 1) : null
}
