import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readResult, withFigures } from '../../bench/scaling.ts'

const text = readFileSync('docs/scaling.md', 'utf8')

test('docs/scaling.md has the figures of bench/results; `node bench/scaling.ts` writes them', () => {
  expect(withFigures(text, readResult)).toBe(text)
})

test('another measurement makes other figures, and one that is missing is named', () => {
  const dearer = (name: string) => readResult(name).replace(/^(\| home, signed in \|) [\d.]+ \|/m, '$1 98700 |')
  const changed = withFigures(text, dearer)
  expect(changed).toMatch(/page of a signed-in member \| 99,000 \|/)
  expect(changed.split('\n').filter((line, index) => line !== text.split('\n')[index])).toHaveLength(6)
  const without = (name: string) => readResult(name).replaceAll('home, signed in', 'home')
  expect(() => withFigures(text, without)).toThrow('home, signed in')
})
