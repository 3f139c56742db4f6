import { decomposeSyllable } from './hangul.ts'

/** Digits and capitals whose Korean names end with a consonant: 일, 엘. */
const READ_WITH_FINAL = '013678LMNR'
/** Digits and capitals whose Korean names end with ㄹ. */
const READ_WITH_L = '178LR'

/** The last letter of a word that is read, and whether it is read by its name. */
function lastRead(word: string): { last: string; isNamed: boolean } {
  const [read = ''] = /[\p{L}\d]+(?=[^\p{L}\d]*$)/u.exec(word) ?? []
  return { last: read.at(-1) ?? '', isNamed: /\d$|^[A-Z]+$/.test(read) }
}

/**
 * '은' after a final consonant, '는' after a vowel, '은(는)' after small Latin letters, whose pronunciation is unknown.
 * Digits and capitals are read by their names: '폰2는', 'CGV는'. Signs at the end are not read.
 */
export function topicParticle(word: string): string {
  return particleOf(word, '은', '는')
}

/** '을' after a final consonant, '를' after a vowel; otherwise like `topicParticle`. */
export function objectParticle(word: string): string {
  return particleOf(word, '을', '를')
}

function particleOf(word: string, afterConsonant: string, afterVowel: string): string {
  const { last, isNamed } = lastRead(word)
  const syllable = decomposeSyllable(last)
  if (!syllable && !isNamed) return `${afterConsonant}(${afterVowel})`
  const hasFinal = syllable ? syllable.final > 0 : READ_WITH_FINAL.includes(last)
  return hasFinal ? afterConsonant : afterVowel
}

/** Index of ㄹ in `FINAL_CONSONANTS`. */
const FINAL_L = 8

/** '으로' after a final consonant other than ㄹ, '로' after ㄹ and a vowel; otherwise like `topicParticle`. */
export function directionParticle(word: string): string {
  const { last, isNamed } = lastRead(word)
  const syllable = decomposeSyllable(last)
  if (syllable) return syllable.final > 0 && syllable.final !== FINAL_L ? '으로' : '로'
  if (!isNamed) return '(으)로'
  return READ_WITH_FINAL.includes(last) && !READ_WITH_L.includes(last) ? '으로' : '로'
}
