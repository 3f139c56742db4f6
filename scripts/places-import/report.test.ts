import type { WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { ImportReport } from './report.ts'

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

test('a file imported before says so', () => {
  const { out, text } = stream(false)
  new ImportReport('a.csv', out).end({ ...outcome, wasDone: true })
  expect(text()).toContain('a.csv: was imported before; nothing to do')
})
