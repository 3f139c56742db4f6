import { syllableOf } from './hangul.ts'

/** Digits and capitals whose Korean names end with a consonant: 일, 엘. */
const READ_WITH_FINAL = '013678LMNR'

/**
 * '은' after a final consonant, '는' after a vowel, both after small Latin letters, of which nobody knows how they are read.
 * Digits and capitals are read by their names: '폰2는', 'CGV는'. Signs at the end are not read.
 */
export function topicParticle(word: string): string {
  const [read = ''] = /[\p{L}\d]+(?=[^\p{L}\d]*$)/u.exec(word) ?? []
  const last = read.at(-1) ?? ''
  const syllable = syllableOf(last)
  if (syllable) return syllable.final > 0 ? '은' : '는'
  if (!/\d$|^[A-Z]+$/.test(read)) return '은(는)'
  return READ_WITH_FINAL.includes(last) ? '은' : '는'
}
