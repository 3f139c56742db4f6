import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanAndBeginBuild } from './former.ts'

test('a build keeps the files of the one before, and no older ones', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (name: string) => path.join(folder, name)
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.js'))
  /** The build is dated some minutes ago, because the next one follows within a millisecond. */
  const buildOf = (minutesAgo: number, names: readonly string[], isWhole = true) => {
    const time = Date.now() / 1000 - minutesAgo * 60
    const { isNew, end } = cleanAndBeginBuild(folder)
    for (const name of names) writeFileSync(file(name), '')
    expect(files().filter((name) => isNew(file(name)))).toEqual(names)
    if (isWhole) end()
    for (const name of [...names, ...(isWhole ? ['last-build'] : [])]) utimesSync(file(name), time, time)
  }
  buildOf(9, ['a.js', 'b.js'])
  buildOf(8, ['b.js', 'c.js'])
  expect(files()).toEqual(['a.js', 'b.js', 'c.js'])
  // A failed build does not count.
  buildOf(7, ['x.js'], false)
  expect(files()).toEqual(['b.js', 'c.js', 'x.js'])
  buildOf(6, ['d.js'])
  expect(files()).toEqual(['b.js', 'c.js', 'd.js', 'x.js'])
  buildOf(5, ['e.js'])
  expect(files()).toEqual(['d.js', 'e.js'])
})
