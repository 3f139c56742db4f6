import { INITIAL_CONSONANTS } from './hangul.ts'
import { cleanLine, composeText } from './text.ts'

/** One form for all ways in which the same words, names and addresses are typed. */

/** Texts of these characters alone, as most are: `foldText` would not change them. */
const PLAIN = /^[\t\n -~가-힣ㄱ-ㆎ]*$/

/**
 * A text in letters of one width and style, and without marks on those of the Latin script: 'Ｂ１' is 'B1', 'Café' 'Cafe'.
 * Hangul stays, also single letters, which NFKC would make parts of a syllable.
 */
export function foldText(text: string): string {
  const whole = composeText(text)
  if (PLAIN.test(whole)) return whole
  return whole
    .replaceAll('´', "'")
    .replace(/[^ㄱ-ㆎ]+/gu, (part) => part.normalize('NFKC'))
    .normalize('NFD')
    .replace(/(\p{Script=Latin}| )\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[\u1100-\u1112]/g, (initial) => INITIAL_CONSONANTS[initial.charCodeAt(0) - 0x1100] ?? '')
}

/** Plain letters for small Latin letters with a stroke, or joined, which Unicode's normal forms leave whole. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ɖ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n' },
  ...{ ŧ: 't', ƀ: 'b', ɓ: 'b', ƈ: 'c', ɗ: 'd', ƒ: 'f', ǥ: 'g', ɠ: 'g', ɨ: 'i', ƙ: 'k', ɲ: 'n', ɵ: 'o', ƥ: 'p' },
  ...{ ƭ: 't', ʉ: 'u', ʋ: 'v', ƴ: 'y', ƶ: 'z', ə: 'e' },
}
const APART = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu')

/** Hyphens and dashes of all kinds. */
export const HYPHEN = /[\p{Pd}\u2212]/u

/** Hyphens; between two digits `$1` is the first one and the hyphen, which stays: '12-3' is not '123'. */
const HYPHENS = new RegExp(`(\\d${HYPHEN.source}+(?=\\d))|${HYPHEN.source}`, 'gu')

/** Most words match: without their spaces they are in normal form. */
const NORMAL = /^[가-힣a-z0-9 ]*$/

/**
 * The form in which texts, words and names are compared: `foldText`, lower case, without spaces, invisible characters and
 * hyphens. 'Ａ-Twosome' is 'atwosome', '12–3' is '12-3'; hyphens alone stay.
 */
export function normalForm(text: string): string {
  if (NORMAL.test(text)) return text.replaceAll(' ', '')
  const whole = foldText(cleanLine(text))
    .toLowerCase()
    .replace(APART, (letter) => PLAIN_LETTERS[letter] ?? '')
    .replace(/[’‘`ʼ]/gu, "'")
    .replace(/\s|\uFE0E|\uFE0F/gu, '')
  return whole.replace(HYPHENS, (_, number?: string) => (number ? `${number.charAt(0)}-` : '')) || whole
}

/** Signs that are typed for a hyphen in a number, also the Hangul vowel and the long mark of Japanese. */
const HYPHEN_IN_NUMBER = /(\d)\s?[\p{Pd}\u2212ㅡー]\s?(?=\d)/gu

/** An address as public data have it: a line that is `foldText`, with plain hyphens in its numbers. '１５２–３' is '152-3'. */
export function foldAddress(address: string): string {
  return cleanLine(foldText(address)).replace(HYPHEN_IN_NUMBER, '$1-')
}
