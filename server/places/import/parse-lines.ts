import { parse } from 'csv-parse/sync'

/** One line of a table: its cells, or null if unreadable. */
export type Line = Readonly<{ number: number; cells: readonly string[] | null }>

/**
 * Reads the lines of a CSV text, each on its own, so that an open quotation mark spoils only its line. Empty lines are
 * skipped.
 */
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
