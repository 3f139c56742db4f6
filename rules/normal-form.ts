import { INITIALS } from './hangul.ts'
import { cleanLine, composed } from './text.ts'

/** One form for all ways in which the same words, names and addresses are typed. */

/** Most texts: nothing in them has another form. */
const PLAIN = /^[\t\n -~가-힣ㄱ-ㆎ]*$/

/**
 * A text in letters of one width and style, and without marks on those of the Latin script: 'Ｂ１' is 'B1', 'Café' 'Cafe'.
 * Hangul stays, also single letters, which NFKC would make parts of a syllable.
 */
export function folded(text: string): string {
  const whole = composed(text)
  if (PLAIN.test(whole)) return whole
  return whole
    .replace(/[^ㄱ-ㆎ]+/gu, (part) => part.normalize('NFKC'))
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[\u1100-\u1112]/g, (initial) => INITIALS[initial.charCodeAt(0) - 0x1100] ?? '')
}

/** Small letters of the Latin script with a stroke, or joined, which Unicode does not take apart. */
const TAKEN_APART: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ɖ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n' },
  ...{ ŧ: 't', ƀ: 'b', ɓ: 'b', ƈ: 'c', ɗ: 'd', ƒ: 'f', ǥ: 'g', ɠ: 'g', ɨ: 'i', ƙ: 'k', ɲ: 'n', ɵ: 'o', ƥ: 'p' },
  ...{ ƭ: 't', ʉ: 'u', ʋ: 'v', ƴ: 'y', ƶ: 'z', ə: 'e' },
}
const APART = new RegExp(`[${Object.keys(TAKEN_APART).join('')}]`, 'gu')

/** Hyphens, dashes and apostrophes of all kinds; as `$1` a number before a further one, which would become another number. */
const JOINING = /(\d[\p{Pd}\u2212]+(?=\d))|[\p{Pd}\u2212'’‘`ʼ´]/gu

/**
 * The form in which texts, words and names are compared: `folded`, lower case, without spaces, invisible characters, hyphens
 * and apostrophes. 'Ａ-Twosome’s' is 'atwosomes', '12–3' is '12-3'.
 */
export function normalForm(text: string): string {
  const small = folded(cleanLine(text))
    .toLowerCase()
    .replace(APART, (letter) => TAKEN_APART[letter] ?? '')
  return small
    .replace(/\s|\uFE0E|\uFE0F/gu, '')
    .replace(JOINING, (_, number?: string) => (number === undefined ? '' : `${number.charAt(0)}-`))
}
