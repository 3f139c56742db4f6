import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A value that uses an unknown custom property is dropped by the browser without a word. */
test('every custom property that a style uses is set in a style or by a component', () => {
  const sources = globSync('web/**/*.{css,ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')] as const)
  const isSet = /(--[\w-]+)['"]?\s*:|setProperty\(['"](--[\w-]+)/g
  const set = new Set(
    sources.flatMap(([, text]) => [...text.matchAll(isSet)].map(([, inStyle, inCode]) => inStyle ?? inCode)),
  )
  const used = sources
    .filter(([file]) => file.endsWith('.css'))
    .flatMap(([file, text]) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => ({ file, name })))
  expect(used.length).toBeGreaterThan(500)
  expect(used.filter(({ name }) => !set.has(name))).toEqual([])
})
