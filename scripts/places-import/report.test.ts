import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { WriteStream } from 'node:tty'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '#server/platform/start-error.ts'
import { ImportReport, requireFiles } from './report.ts'

function stream(isTTY: boolean): { out: WriteStream; text: () => string } {
  const parts: string[] = []
  const out = { isTTY, write: (part: string) => parts.push(part) > 0 } as unknown as WriteStream
  return { out, text: () => parts.join('') }
}

const outcome = {
  source: 'shops',
  imported: 1200,
  passedOver: 300,
  malformed: 2,
  places: 1200,
  areas: 0,
  wasDone: false,
}

test('on a terminal a bar is redrawn, and malformed rows appear above it', () => {
  const { out, text } = stream(true)
  const report = new ImportReport('shops.csv', out)
  report.malformed(1234, 'no name')
  report.progress({ done: 50, total: 100, imported: 600 })
  report.progress({ done: 60, total: 100, imported: 700 })
  report.progress({ done: 100, total: 100, imported: 1200 })
  report.end(outcome)
  const lines = text().split('\r\u001b[K')
  expect(lines).toEqual([
    '',
    '  line 1,234: no name\n',
    expect.stringMatching(/^shops\.csv █{12}░{12} 50 % · 600 places/),
    expect.stringMatching(/^shops\.csv █{24} 100 % · 1,200 places/),
    'shops.csv: 1,200 imported, 300 passed over, 2 malformed\n',
    '  source "shops" now holds 1,200 places and 0 areas\n',
  ])
})

test('in a file there is a line for each tenth', () => {
  const { out, text } = stream(false)
  const report = new ImportReport('a.csv', out)
  for (let done = 1; done <= 100; done++) report.progress({ done, total: 100, imported: done })
  expect(text().trimEnd().split('\n')).toHaveLength(10)
})

test('only the first twenty malformed rows are shown', () => {
  const { out, text } = stream(false)
  const report = new ImportReport('a.csv', out)
  for (let line = 1; line <= 500; line++) report.malformed(line, 'no name')
  expect(text().trimEnd().split('\n')).toHaveLength(21)
})

test('a file of which no row could be read says so, also when it is tried again', () => {
  const nothing = { ...outcome, imported: 0, passedOver: 0 }
  for (const wasDone of [false, true]) {
    const { out, text } = stream(false)
    expect(new ImportReport('a.csv', out).end({ ...nothing, wasDone })).toBe(false)
    expect(text()).toContain('  Nothing was imported: no row of a.csv can be read.\n')
  }
  const { out, text } = stream(false)
  expect(new ImportReport('a.csv', out).end({ ...nothing, passedOver: 3 })).toBe(true)
  expect(new ImportReport('a.csv', out).end({ ...nothing, malformed: 0 })).toBe(true)
  expect(text()).not.toContain('Nothing was imported')
})

test('a file imported before says so', () => {
  const { out, text } = stream(false)
  new ImportReport('a.csv', out).end({ ...outcome, wasDone: true })
  expect(text()).toContain('a.csv: was imported before; nothing to do')
})

let folder = ''
let file = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-files-'))
  file = path.join(folder, 'shops.csv')
  await writeFile(file, 'name\n')
})
afterAll(() => rm(folder, { recursive: true }))

test('files that can be read are accepted', async () => {
  await requireFiles([file, file])
})

test('a missing file is named with its whole path', async () => {
  const missing = path.join(folder, 'shop.csv')
  const relative = path.relative(process.cwd(), missing)
  const error = new StartError(`${missing} cannot be imported: there is no such file.`)
  await expect(requireFiles([file, relative])).rejects.toThrow(error)
})

test('a folder, and a file below a file, are refused', async () => {
  await expect(requireFiles([folder])).rejects.toThrow(`${folder} cannot be imported: it is a folder.`)
  const below = path.join(file, 'a.csv')
  await expect(requireFiles([below])).rejects.toThrow(`${below} cannot be imported: there is no such file.`)
})
