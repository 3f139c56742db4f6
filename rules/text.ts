/**
 * How text is cleaned and counted, the same on the page, on the server and in the database (decision D22).
 */

/**
 * Characters that show nothing or reorder what is shown: format characters (\p{Cf}), Hangul fillers, the blank braille
 * cell and the grapheme joiner. A zero-width joiner inside an emoji and the tags of a flag emoji are kept.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})|(?![\u200D\u{E0020}-\u{E007F}])\p{Cf}|(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0020}-\u{E007F}]|[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180D\u2800\u3164\uFFA0]/gu

/** Control characters other than tab and line breaks: nothing a person types. */
const CONTROL = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/

/** Whether the text can be stored and shown at all: well-formed UTF-16 without control characters. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/** A name, title or address: NFC, invisible characters removed, white space (line breaks too) folded to one space, trimmed. */
export function cleanLine(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim()
}

/** A text of several lines: NFC, line breaks as \n, trimmed; empty when nothing in it can be seen. */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  return clean.replace(INVISIBLE, '').trim() === '' ? '' : clean
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
