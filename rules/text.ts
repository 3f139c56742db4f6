/** How text is cleaned and counted, in the same way in the browser and on the server. */

/** Parts of an emoji: a joiner between two pictographs, a selector after one or within a keycap, the tags after a black flag. */
const OF_EMOJI = [
  /\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?\u200D(?=\p{Extended_Pictographic})/u,
  /\p{Extended_Pictographic}[\uFE0E\uFE0F]/u,
  /[0-9#*]\uFE0F(?=\u20E3)/u,
  /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}?/u,
]

/**
 * Characters that are invisible or reorder text: format characters (\p{Cf}), ignorable ones (\p{DI}: fillers, joiners,
 * variation selectors), and blank letters and signs. Where `$1` matches, they are parts of an emoji and stay: Safari before
 * 16.4 knows no look-behind.
 */
const INVISIBLE = new RegExp(
  `(${OF_EMOJI.map(({ source }) => source).join('|')})|[\\p{Cf}\\p{DI}\\u2800\\uFFFC\\u{1D159}\\u{13441}\\u{13442}\\u{16FE4}]`,
  'gu',
)

/** Line terminators as `$1` (Unicode, 5.8); otherwise invisible characters that no text needs. */
const CONTROL = /([\v\f\u0085\u2028\u2029])|[^\P{Cc}\t\n\r]|\p{Cs}|\p{Noncharacter_Code_Point}/gu

/** Cleans pasted text: line terminators become line breaks, other control characters and lone surrogates are removed. */
export function withoutControlCharacters(text: string): string {
  return text.replace(CONTROL, (_, end?: string) => (end === undefined ? '' : '\n'))
}

/** Twice the marks on one letter that UTS #39, 5.4 takes for harmless. More would cover the lines around it. */
const MARKS = /(\p{M}{8})\p{M}+/gu

/**
 * NFC, so that all keyboards produce the same Hangul. Of a row of combining marks the first eight stay: the time to sort
 * them grows with the square of their number.
 */
export function composeText(text: string): string {
  // Some marks are composed of two, so there may be more of them afterwards.
  return text.replace(MARKS, '$1').normalize('NFC').replace(MARKS, '$1')
}

/** A letter, digit or sign that can be seen; \p{Extended_Pictographic} includes pictures of later versions of Unicode. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}\p{Extended_Pictographic}]/u

/**
 * A name, title or address: NFC, without invisible characters, white space folded to single spaces, trimmed; empty if it
 * has only marks without a letter, or characters that Unicode does not know.
 */
export function cleanLine(text: string): string {
  const line = composeText(withoutControlCharacters(text).replace(INVISIBLE, '$1')).replace(/\s+/gu, ' ').trim()
  return SHOWN.test(line) ? line : ''
}

/**
 * Marks that reorder the letters around them, so that a text reads otherwise than it is stored. Text in other
 * directions is shown in order without them.
 */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export function withoutReorderingMarks(text: string): string {
  return text.replace(REORDERING, '')
}

/** Tags and annotations, which carry invisible text, and deprecated format characters. Where `$1` matches, it is a flag and stays. */
const HIDDEN_TEXT =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}?)|[\u206A-\u206F\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/gu

/** A text of several lines: NFC, without characters that reorder or hide it, trimmed; empty if nothing in it is visible. */
export function cleanText(text: string): string {
  const clean = composeText(withoutReorderingMarks(withoutControlCharacters(text)).replace(HIDDEN_TEXT, '$1'))
    .replace(/\r\n?/g, '\n')
    .trim()
  return SHOWN.test(clean.replace(INVISIBLE, '$1')) ? clean : ''
}

/** All length limits count code points. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The first `limit` code points. */
export function cutCharacters(text: string, limit: number): string {
  return countCharacters(text) <= limit ? text : [...text].slice(0, limit).join('')
}
