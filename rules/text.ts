/** How text is cleaned and counted, in the same way in the browser and on the server. */

/**
 * Characters that are invisible or reorder text: format characters (\p{Cf}), ignorable ones (\p{DI}: fillers, joiners,
 * variation selectors) and the blank braille cell. Parts of an emoji are kept: a joiner between two pictographs, the
 * tags after a black flag, a selector after a pictograph or within a keycap. A flag with its tags is matched too, as
 * `$1`; a look-behind from each tag would take a second for a text full of them.
 */
const INVISIBLE = new RegExp(
  [
    /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D/u,
    /\u200D(?!\p{Extended_Pictographic})/u,
    /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}?)|[\u{E0020}-\u{E007F}]+/u,
    /(?<!\p{Extended_Pictographic}|[0-9#*](?=\uFE0F\u20E3))[\uFE0E\uFE0F]/u,
    /(?![\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}])[\p{Cf}\p{DI}]/u,
    /\u2800/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/** Except tab and line breaks; nobody types the others. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** Well-formed UTF-16 without control characters. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/** More combining marks than any language has on one letter: UAX #15 (Stream-Safe Text Format) allows 30. */
const MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * NFC, so that all keyboards produce the same Hangul. Of a row of combining marks the first 30 stay: the time to sort
 * them grows with the square of their number.
 */
export function composed(text: string): string {
  // Some marks are composed of two, so there may be more of them afterwards.
  return text.replace(MARKS, '$1').normalize('NFC').replace(MARKS, '$1')
}

/** A name, title or address: NFC, without invisible characters, white space folded to single spaces, trimmed. */
export function cleanLine(text: string): string {
  return composed(text.replace(INVISIBLE, '$1')).replace(/\s+/gu, ' ').trim()
}

/**
 * Marks that reorder the letters around them, so that a text reads otherwise than it is stored. Text in other
 * directions is shown in order without them.
 */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export function withoutReordering(text: string): string {
  return text.replace(REORDERING, '')
}

/** A text of several lines: NFC, without characters that reorder it, trimmed; empty if nothing in it is visible. */
export function cleanText(text: string): string {
  const clean = composed(withoutReordering(text)).replace(/\r\n?/g, '\n').trim()
  return clean.replace(INVISIBLE, '$1').trim() === '' ? '' : clean
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
