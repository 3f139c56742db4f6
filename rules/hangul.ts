/** Consonants that can start a syllable (초성), in the order of Unicode. */
export const INITIAL_CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
/** Vowels and final consonants (with none first), in the same order. */
export const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'
export const FINAL_CONSONANTS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']

/** Letters that are typed with two keys, each with the letters on these keys. */
export const COMPOUND_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ'
    .split(' ')
    .map((pair) => [pair[0], pair.slice(1)]),
)

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3

/** A syllable as the indexes of its letters in `INITIAL_CONSONANTS`, `VOWELS` and `FINAL_CONSONANTS`. */
export type Syllable = Readonly<{ initial: number; vowel: number; final: number }>

export function isInitialConsonant(character: string): boolean {
  return character !== '' && INITIAL_CONSONANTS.includes(character)
}

/** The letters of a syllable; null for any other character. */
export function decomposeSyllable(character: string): Syllable | null {
  const code = character.charCodeAt(0)
  if (!(code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE)) return null
  const index = code - FIRST_SYLLABLE
  const vowels = VOWELS.length * FINAL_CONSONANTS.length
  return {
    initial: Math.floor(index / vowels),
    vowel: Math.floor(index / FINAL_CONSONANTS.length) % VOWELS.length,
    final: index % FINAL_CONSONANTS.length,
  }
}

export function composeSyllable({ initial, vowel, final }: Syllable): string {
  return String.fromCharCode(FIRST_SYLLABLE + (initial * VOWELS.length + vowel) * FINAL_CONSONANTS.length + final)
}

/** The first consonant of a syllable; any other character is returned as it is. */
export function initialConsonantOf(character: string): string {
  const syllable = decomposeSyllable(character)
  return (syllable && INITIAL_CONSONANTS[syllable.initial]) ?? character
}

/** The first and the last syllable of Unicode's block that start with the consonant. */
export function syllableRange(initial: string): { first: string; last: string } {
  const index = INITIAL_CONSONANTS.indexOf(initial)
  return {
    first: composeSyllable({ initial: index, vowel: 0, final: 0 }),
    last: composeSyllable({ initial: index, vowel: VOWELS.length - 1, final: FINAL_CONSONANTS.length - 1 }),
  }
}

/**
 * For a text that ends in initial consonants ('해ㅇㄷ'), a function that tells whether a name begins with it ('해운대'); null for
 * other texts.
 */
export function matcherOfInitialConsonants(typed: string): ((name: string) => boolean) | null {
  const [, whole = '', initials = ''] = /^([가-힣]*)([ㄱ-ㅎ]+)$/.exec(typed) ?? []
  if (initials === '') return null
  return (name) =>
    name.startsWith(whole) &&
    [...initials].every((initial, index) => initialConsonantOf(name.charAt(whole.length + index)) === initial)
}

/** The keys that are pressed for a text: '원' is 'ㅇㅜㅓㄴ'. */
export function keystrokesOf(text: string): string {
  let keys = ''
  for (const character of text) {
    const syllable = decomposeSyllable(character)
    const letters = syllable
      ? [INITIAL_CONSONANTS[syllable.initial], VOWELS[syllable.vowel], FINAL_CONSONANTS[syllable.final]]
      : [character]
    for (const letter of letters) keys += letter ? (COMPOUND_LETTERS[letter] ?? letter) : ''
  }
  return keys
}
