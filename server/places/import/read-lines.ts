import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'

export type Encoding = 'utf-8' | 'cp949'

export type Decode = (bytes: Buffer) => string

/** UTF-8 or CP949: Korean text in CP949 is never valid UTF-8. The sample may end in the middle of a character. */
export function detectEncoding(sample: Buffer): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'cp949'
  }
}

/** Replaces unreadable bytes by U+FFFD. */
export function decoderOf(encoding: Encoding): Decode {
  // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
  if (encoding === 'cp949') return (bytes) => iconv.decode(bytes, 'cp949')
  const decoder = new TextDecoder('utf-8')
  return (bytes) => decoder.decode(bytes)
}

/** `cells` is null if the line is unreadable. */
export type Line = Readonly<{ number: number; cells: readonly string[] | null }>

/** Each line is read on its own, so that an open quotation mark spoils only its line. Empty lines are skipped. */
export function parseLines(text: string, firstLine: number, delimiter: string): Line[] {
  const lines = text.split('\n').map((line, index) => ({ number: firstLine + index, line: line.replace(/\r$/, '') }))
  const filled = lines.filter(({ line }) => line !== '')
  const whole = filled.filter(({ line }) => !hasOpenQuote(line))
  const together = tryParse(whole.map(({ line }) => line).join('\n'), delimiter)
  if (together?.length === whole.length && whole.length === filled.length) {
    return filled.map(({ number }, index) => ({ number, cells: together[index] ?? null }))
  }
  return filled.map(({ number, line }) => {
    const alone = hasOpenQuote(line) ? null : tryParse(line, delimiter)
    return { number, cells: alone?.length === 1 ? (alone[0] ?? null) : null }
  })
}

function tryParse(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relaxColumnCount: true })
  } catch {
    return null
  }
}

function hasOpenQuote(line: string): boolean {
  let isOpen = false
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOpen = !isOpen
  return isOpen
}
