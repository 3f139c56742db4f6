import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontverter from 'fontverter'
import subsetFont from 'subset-font'
import { everySyllable, fontCharacters, SIGNS } from './fonts/characters.ts'
import { renameFont } from './fonts/font-tables.ts'

/**
 * Makes our fonts: two weights of Pretendard with the characters of fontCharacters(), and one with all syllables. They have a name of their own,
 * because the typeface's licence reserves its name for unmodified files.
 */

const FOLDER = 'web/styles/fonts'
const WEIGHTS = [400, 700]

/** Features of the typeface that are kept: kerning, composed characters, digits of one width. */
const FEATURES = ['kern', 'ccmp', 'tnum']

const packaged = (file: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource/pretendard/${file}`))

const text = fontCharacters()
for (const weight of WEIGHTS) {
  const whole = packaged(`files/pretendard-latin-${weight}-normal.woff2`)
  const part = await subsetFont(whole, text, { targetFormat: 'sfnt', noHinting: true, keepFeatures: FEATURES })
  writeFileSync(`${FOLDER}/matnanum-ui-${weight}.woff2`, await fontverter.convert(renameFont(part), 'woff2'))
}
// The server draws pictures for links with this font: titles have any syllable, and libvips reads no WOFF2.
const whole = packaged('files/pretendard-latin-700-normal.woff2')
const options = { targetFormat: 'sfnt', noHinting: true, keepFeatures: FEATURES } as const
writeFileSync(
  'server/product/share/matnanum-ui-700.otf',
  renameFont(await subsetFont(whole, SIGNS + everySyllable(), options)),
)
writeFileSync(`${FOLDER}/OFL.txt`, packaged('LICENSE'))
