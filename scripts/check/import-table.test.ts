import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ImportRule, patternOf, readImportTable, rulesOf } from './import-table.ts'

const table = (...rows: string[]) =>
  ['Text', '', '| Folder | What it is | May import |', '|---|---|---|', ...rows, '', '| Other |'].join('\n')

const rows = readImportTable(readFileSync('ARCHITECTURE.md', 'utf8'))

test('a row becomes a rule for its files and folders', () => {
  const read = readImportTable(
    table('| `server/a/`, `server/b.ts` | two | `rules/` (types), `server/c.ts` |', '| `rules/` | one | nothing |'),
  )
  expect(read).toEqual([
    { names: ['server/a/', 'server/b.ts'], mayImport: ['rules/', 'server/c.ts'] },
    { names: ['rules/'], mayImport: [] },
  ])
  const [first] = rulesOf(read)
  expect(isForbidden(first, 'server/a/deep/x.ts', 'server/d.ts')).toBe(true)
  expect(isForbidden(first, 'server/b.ts', 'server/c.tsx')).toBe(true)
  expect(isForbidden(first, 'server/b.ts', 'server/c.ts')).toBe(false)
  expect(isForbidden(first, 'server/b.ts', 'server/a/x.ts')).toBe(false)
  expect(isForbidden(first, 'server/a/x.ts', 'node_modules/pg/index.js')).toBe(false)
  expect(isForbidden(first, 'server/a/x.test.ts', 'server/d.ts')).toBe(false)
  expect(isForbidden(first, 'server/other.ts', 'server/d.ts')).toBe(false)
})

test('`everything` makes no rule', () => {
  expect(rulesOf(readImportTable(table('| `bench/` | all | everything |')))).toEqual([])
})

test.each([
  ['no folder', '| rules | one | nothing |'],
  ['nothing that may be imported', '| `rules/` | one | |'],
  ['words that name nothing', '| `rules/` | one | whatever it needs |'],
  ['a column too few', '| `rules/` | nothing |'],
])('a row with %s is refused', (_what, row) => {
  expect(() => readImportTable(table(row))).toThrow('no rule')
})

test('ARCHITECTURE.md without the table is refused', () => {
  expect(() => readImportTable('# Architecture')).toThrow('no table')
})

test('every file of the server, the web application, their shared folders and korea/ is in exactly one row', () => {
  const patterns = rows.map(({ names }) => new RegExp(patternOf(names)))
  const files = ['contract', 'rules', 'server', 'web', 'korea'].flatMap(filesIn)
  const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const rowsOf = (file: string) => patterns.filter((pattern) => pattern.test(file)).length
  expect(code.filter((file) => rowsOf(file) !== 1)).toEqual([])
  expect(code.length).toBeGreaterThan(300)
})

test('every row uses what it may import', () => {
  const files = ['contract', 'rules', 'server', 'web', 'tests', 'korea']
    .flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file))
  const unused = rows.flatMap(({ names, mayImport }) => {
    if (mayImport === 'everything') return []
    const own = files.filter((file) => new RegExp(patternOf(names)).test(file) && !/\.test\.tsx?$/.test(file))
    const imported = own.flatMap(importsOf)
    const isUnused = (name: string) => !imported.some((file) => new RegExp(patternOf([name])).test(file))
    return mayImport.filter(isUnused).map((name) => `${names[0]} does not import ${name}`)
  })
  expect(unused).toEqual([])
})

test('the table stays small', () => {
  expect(rows.length).toBeLessThanOrEqual(20)
  expect(rows.filter(({ mayImport }) => mayImport !== 'everything' && mayImport.length > 10)).toEqual([])
  expect(readFileSync('ARCHITECTURE.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test.each([
  ['server/platform/http/headers.ts', 'server/product/posts/policy.ts'],
  ['server/platform/http/headers.ts', 'server/site.ts'],
  ['server/product/posts/policy.ts', 'web/graphql.ts'],
  ['web/graphql.ts', 'server/platform/errors.ts'],
])('%s may not import %s', (from, to) => {
  const files = [from, to].map((file) => existsSync(file))
  expect(files).toEqual([true, true])
  expect(rulesOf(rows).some((rule) => isForbidden(rule, from, to))).toBe(true)
})

test('no two rows may import each other', () => {
  const reachable = (row: ImportRule, seen = new Set<ImportRule>()): Set<ImportRule> => {
    for (const other of importedBy(row)) if (!seen.has(other)) reachable(other, seen.add(other))
    return seen
  }
  expect(rows.filter((row) => reachable(row).has(row)).map(({ names }) => names[0])).toEqual([])
})

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}

/** Our own files that a file imports. */
function importsOf(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'([#.][^']+)'/g)].map(
    ([, name = '']) => name,
  )
  return names.map((name) => (name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name)))
}

/** Other rows that a row may import. */
function importedBy(row: ImportRule): ImportRule[] {
  const allowed = new RegExp(patternOf(row.mayImport === 'everything' ? [] : row.mayImport))
  if (row.mayImport.length === 0 || row.mayImport === 'everything') return []
  return rows.filter((other) => other !== row && other.names.some((name) => allowed.test(name)))
}

function isForbidden(rule: ReturnType<typeof rulesOf>[number] | undefined, from: string, to: string): boolean {
  if (!rule) throw new Error('no rule')
  const matches = (pattern: string, file: string) => new RegExp(pattern).test(file)
  return (
    matches(rule.from.path, from) &&
    !matches(rule.from.pathNot, from) &&
    matches(rule.to.path, to) &&
    !matches(rule.to.pathNot, to)
  )
}
