import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontverter from 'fontverter'
import subsetFont from 'subset-font'
import { fontCharacters } from './characters.ts'
import { renameFont } from './rename-font.ts'

/** For each font file its CSS weights, and the weight of the typeface that it is made from. */
const CUTS = [
  { weight: '400 500', cut: 400 },
  { weight: '600 800', cut: 700 },
] as const

/** Of the typeface's features: kerning, composed characters, digits of one width. */
const FEATURES = ['kern', 'ccmp', 'tnum']

export type FontFile = {
  /** The `font-weight` of its @font-face. */
  weight: string
  /** Its name has the hash of its content. */
  name: string
  /** WOFF2. */
  content: Uint8Array
}

/**
 * Makes our fonts: two cuts of Pretendard with the characters of fontCharacters(). They have a name of their own,
 * because the typeface's licence reserves its name for unmodified files.
 */
export function makeFonts(): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url)
  const text = fontCharacters()
  return Promise.all(
    CUTS.map(async ({ weight, cut }) => {
      const whole = readFileSync(resolve(`@fontsource/pretendard/files/pretendard-latin-${cut}-normal.woff2`))
      const part = await subsetFont(whole, text, { targetFormat: 'sfnt', noHinting: true, keepFeatures: FEATURES })
      const content = await fontverter.convert(renameFont(part), 'woff2')
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
      return { weight, name: `font-${cut}-${hash}.woff2`, content }
    }),
  )
}

/** The typeface's licence, which every copy must come with. */
export function fontLicence(): string {
  return readFileSync(createRequire(import.meta.url).resolve('@fontsource/pretendard/LICENSE'), 'utf8')
}
