import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The rows of a table of `korea/`, without its comments. */
export function readKoreaTable(name: string): string[][] {
  const bytes = readFileSync(new URL(`../../korea/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return rowsOf(text.replace(/^#.*\n/gm, ''))
}

/** The cells of each line, which tabs separate. */
export function rowsOf(text: string): string[][] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
}
