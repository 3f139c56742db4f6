import fontverter from 'fontverter'
import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { fontCharacters } from './characters.ts'
import { fontLicence, makeFonts } from './make-fonts.ts'
import { namesOf } from './rename-font.ts'

/** In milliseconds: two fonts are made, on a machine that may be busy. */
const PATIENCE = 60_000

test('our fonts are small, bear their own name, and leave the copyright notice as it is', {
  timeout: PATIENCE,
}, async () => {
  const fonts = await makeFonts()
  expect(fonts.map(({ weight }) => weight)).toEqual(['400 500', '600 800'])
  expect(fonts.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(150_000)
  for (const { content } of fonts) {
    const font = await fontverter.convert(Buffer.from(content), 'sfnt')
    const names = namesOf(font).map(({ id, bytes }) => ({ id, text: Buffer.from(bytes).swap16().toString('utf16le') }))
    expect(names).toContainEqual({ id: 1, text: 'MatnanumUI' })
    expect(names.filter(({ text }) => /pretendard/i.test(text))).toEqual([])
    expect(names.find(({ id }) => id === 0)?.text).toMatch(/^Copyright .* Kil Hyung-jin$/)
  }
  expect(fontLicence()).toContain('SIL OPEN FONT LICENSE')
})

test('our fonts have every character of the interface', () => {
  const characters = new Set(fontCharacters())
  const said = Object.values(errorMessages).join('')
  expect([...said].filter((character) => !characters.has(character))).toEqual([])
})
