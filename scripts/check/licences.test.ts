import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `link`: to a workspace of the project. */
type Entry = { license?: string; dev?: boolean; name?: string; link?: boolean }

const PERMISSIVE = new Set(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 Python-2.0 Unlicense'.split(' '),
)

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const shipped = Object.entries(packages)
  .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
  .map(([folder, entry]) => ({ name: entry.name ?? folder.replace(/^.*node_modules\//, ''), licence: entry.license }))

/** The rows of NOTICE.md that name packages; a star stands for any letters. */
const listed = [...readFileSync('NOTICE.md', 'utf8').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
  ([, pattern = '', licence = '']) => ({
    licence,
    names: new RegExp(`^${pattern.replaceAll('*', '.*')}$`),
  }),
)

test('NOTICE.md lists every package of a start whose licence is not permissive', () => {
  const others = shipped.filter(({ licence }) => licence !== undefined && !isPermissive(licence))
  expect(others.length).toBeGreaterThan(10)
  const missing = others.filter(
    ({ name, licence }) => !listed.some((row) => row.names.test(name) && row.licence === licence),
  )
  expect(missing).toEqual([])
})

test('every package that NOTICE.md lists is still installed', () => {
  expect(listed.filter(({ names }) => !shipped.some(({ name }) => names.test(name)))).toEqual([])
})

test('every package of a start says its licence, except builds of Node for other machines', () => {
  const silent = shipped.filter(({ licence }) => licence === undefined).map(({ name }) => name)
  expect(silent.filter((name) => !/^node-(bin-)?(linux|darwin)-/.test(name))).toEqual([])
})

/** An expression such as 'MIT AND ISC', or 'MIT OR GPL-3.0', of which one part is enough. */
function isPermissive(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence)))
}
