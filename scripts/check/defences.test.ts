import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rows of the table below a heading, each as its cells; further tests of a row have empty first cells. */
function rowsBelow(heading: string, document: string): string[][] {
  const [, below = ''] = readFileSync(document, 'utf8').split(heading)
  const [table = ''] = below.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
}

const rows = rowsBelow('## Where each threat is tested', 'tests/defences.md')
const faults = rowsBelow('## Where each fault is tested', 'tests/defences.md')

/** The file and the test named in a cell. */
const named = (cell = '') => /^`([\w/.-]+)`: (.+)$/.exec(cell)?.slice(1) ?? []

/** Whether the source runs a test of that name: it is declared, not only mentioned, and not skipped. */
function runs(source: string, name: string): boolean {
  if (/\b(?:test|describe)\.(?:skip|todo|only|fixme|fails)\b/.test(source)) return false
  const quoted = ["'", '"', '`'].map((quote) => quote + name.replaceAll(quote, `\\${quote}`) + quote)
  const names = quoted.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  return new RegExp(`(?:^\\s*test\\(|^\\s*\\]\\)\\(|\\)\\()\\s*(?:${names}),`, 'm').test(source)
}

test.each([...rows, ...faults].map((cells) => [cells.at(-1) ?? '']))(
  'the documents name a test that runs: %s',
  (cell) => {
    const [file = '', name = ''] = named(cell)
    expect(existsSync(file), `the file of "${cell}"`).toBe(true)
    expect(runs(readFileSync(file, 'utf8'), name), name).toBe(true)
  },
)

test('the first fifty threats and later ones have one row each, in order, with a name and a test', () => {
  const numbered = rows.filter(([number]) => number !== '')
  const numbers = numbered.map(([number]) => Number(number))
  expect(numbers.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  for (const [, threat = ''] of numbered) expect(threat).not.toBe('')
  for (const cells of rows) expect(cells).toHaveLength(3)
})

test('a name in a comment, in another string or of a skipped test does not count', () => {
  expect(runs("test('it holds', () => {})", 'it holds')).toBe(true)
  expect(runs("test.each([\n  ['a'],\n])('it holds', () => {})", 'it holds')).toBe(true)
  expect(runs("test.each(['a'])(\n  'it holds',\n  () => {},\n)", 'it holds')).toBe(true)
  for (const source of [
    "// test('it holds', () => {})",
    "const name = 'it holds', other = 1",
    "test.skip('it holds', () => {})",
    "test('something', () => {})\ntest.todo('it holds')",
    "test('it holds as well', () => {})",
  ]) {
    expect(runs(source, 'it holds')).toBe(false)
  }
})
