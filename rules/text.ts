/**
 * How text is cleaned and counted, the same on the page, on the server and in the database (P22).
 */

/**
 * Characters that show nothing or reorder what is shown: format characters (\p{Cf}), what fonts ignore (\p{DI}: fillers,
 * joiners, variation selectors) and the blank braille cell. Kept is what an emoji is made of: a joiner between two
 * pictures, the tags after a black flag, a selector after a picture or within a keycap. A flag with its tags is matched too,
 * as `$1`: looking back from each tag would take a second for a body full of them.
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

/** Control characters other than tab and line breaks: nothing a person types. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** Whether the text can be stored and shown at all: well-formed UTF-16 without control characters. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/** A name, title or address: NFC, invisible characters removed, white space (line breaks too) folded to one space, trimmed. */
export function cleanLine(text: string): string {
  return text.replace(INVISIBLE, '$1').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** A text of several lines: NFC, line breaks as \n, trimmed; empty when nothing in it can be seen. */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  return clean.replace(INVISIBLE, '$1').trim() === '' ? '' : clean
}

/** Number of code points, the unit of every length limit. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The first `limit` code points. */
export function cutCharacters(text: string, limit: number): string {
  return countCharacters(text) <= limit ? text : [...text].slice(0, limit).join('')
}
