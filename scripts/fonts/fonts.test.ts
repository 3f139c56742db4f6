import { readFileSync, statSync } from 'node:fs'
import fontverter from 'fontverter'
import { expect, test } from 'vitest'
import { fontCharacters } from './characters.ts'
import { charactersOf, namesOf } from './font-tables.ts'

const FONTS = [400, 700].map((weight) => `web/styles/fonts/matnanum-ui-${weight}.woff2`)

test('our fonts are small', () => {
  expect(FONTS.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(150_000)
})

test.each(FONTS)('%s bears our own name, and leaves the copyright notice as it is', async (file) => {
  const font = await fontverter.convert(readFileSync(file), 'sfnt')
  const names = namesOf(font).map(({ id, bytes }) => ({ id, text: Buffer.from(bytes).swap16().toString('utf16le') }))
  expect(names).toContainEqual({ id: 1, text: 'MatnanumUI' })
  expect(names.filter(({ text }) => /pretendard/i.test(text))).toEqual([])
  expect(names.find(({ id }) => id === 0)?.text).toMatch(/^Copyright .* Kil Hyung-jin$/)
  expect(readFileSync('web/styles/fonts/OFL.txt', 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

test.each(FONTS)(
  '%s has every character of the interface, the demo and the names of places; else: npm run fonts',
  async (file) => {
    const has = charactersOf(await fontverter.convert(readFileSync(file), 'sfnt'))
    expect([...fontCharacters()].filter((character) => !has.has(character))).toEqual([])
  },
)
