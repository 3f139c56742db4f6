import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, expect, test } from 'vitest'
import { decoderOf, detectEncoding, parseLines } from './import-shops.ts'
import { BLOCK_BYTES, readBlocks } from './read-blocks.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-blocks-'))
afterAll(() => rm(folder, { recursive: true }))

const cell = fc.string({ unit: fc.constantFrom('가', '똠', '햏', 'a', '1', ',', '"', ' ', '|'), maxLength: 12 })
const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 30 })

const quoted = (cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')

test('a table written in either encoding is read back unchanged', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('utf-8' as const, 'cp949' as const),
      fc.constantFrom('\n', '\r\n'),
      (given, encoding, end) => {
        const bytes = iconv.encode(given.map(quoted).join(end) + end, encoding)
        const lines = parseLines(decoderOf(encoding)(bytes), 1, ',')
        expect(lines.map(({ cells }) => cells)).toEqual(given)
        expect(lines.map(({ number }) => number)).toEqual(given.map((_, index) => index + 1))
      },
    ),
  )
})

test('only the line with an open quotation mark is lost', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (given, at) => {
      const broken = at % given.length
      const text = given.map((cells, index) => (index === broken ? `"열림,${quoted(cells)}` : quoted(cells))).join('\n')
      const lines = parseLines(text, 1, ',')
      expect(lines.map(({ cells }) => cells)).toEqual(given.map((cells, index) => (index === broken ? null : cells)))
    }),
  )
})

test('the encoding is detected even if the sample ends in the middle of a syllable', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5 }), (cut) => {
      const text = `상가업소번호,상호명\n1,${'똠방각하'.repeat(20)}`
      expect(detectEncoding(Buffer.from(text).subarray(0, -1 - cut))).toBe('utf-8')
      expect(detectEncoding(iconv.encode(text, 'cp949').subarray(0, -1 - cut))).toBe('cp949')
    }),
  )
})

test('blocks are complete lines, and together they are the file, from the end of any block on', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => `${n},${'똠'.repeat(n % 60)}`)
  const file = path.join(folder, 'long.csv')
  await writeFile(file, lines.join('\n'))
  const ends = [{ bytes: 0, lines: 0 }]
  for await (const block of readBlocks(file, { bytes: 0, lines: 0 })) ends.push(block.end)
  expect(ends.length).toBeGreaterThan(3)
  for (const start of ends) {
    const read: string[] = []
    let next = start.lines + 1
    for await (const block of readBlocks(file, start)) {
      expect(block.firstLine).toBe(next)
      read.push(...block.bytes.toString('utf8').replace(/\n$/, '').split('\n'))
      next = block.end.lines + 1
    }
    expect(read).toEqual(lines.slice(start.lines))
  }
})

test('a line longer than a block is passed over instead of filling the memory', async () => {
  const file = path.join(folder, 'endless.csv')
  await writeFile(file, `first\n${'x'.repeat(BLOCK_BYTES * 2.5)}\nlast\n${'y'.repeat(BLOCK_BYTES + 1)}`)
  const read: unknown[] = []
  for await (const { bytes, firstLine, isTooLong } of readBlocks(file, { bytes: 0, lines: 0 }))
    read.push([firstLine, isTooLong, bytes.toString()])
  expect(read).toEqual([
    [1, false, 'first\n'],
    [2, true, ''],
    [3, false, 'last\n'],
    [4, true, ''],
  ])
})
