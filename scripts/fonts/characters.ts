import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { dishes } from '#rules/dishes.ts'

/** ASCII, the signs that texts use, and the letters that stand alone in words such as ㅋㅋ. */
export const SIGNS = `${ascii()}©·×‘’“”…–—→°²³₩㎡ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅓㅔㅕㅗㅛㅜㅠㅡㅣ`

/** Words that the search knows but no page shows. The names of dishes are shown, so these are added below. */
const UNSHOWN = ['rules/dishes.ts', 'rules/dishes/*.ts', 'rules/chains.ts', 'rules/search-words.ts']

/**
 * The characters of our fonts: those of the interface, and the syllables of the names of Korea's areas and places and of the
 * demo's texts that are not rare, some 800. Other characters are shown in the device's own font.
 */
export function fontCharacters(): string {
  const files = globSync('{web,rules}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', ...UNSHOWN] })
  const samples = globSync('demo/**/*.json').map((file) => readFileSync(file, 'utf8'))
  const names = ['areas', 'places'].map((name) => gunzipSync(readFileSync(`korea/${name}.json.gz`)).toString())
  const usual = [...Map.groupBy(syllablesIn([...samples, ...names]), (syllable) => syllable)]
    .filter(([, all]) => all.length > 1)
    .map(([syllable]) => syllable)
  const shown = [...files.map((file) => readFileSync(file, 'utf8')), ...dishes.map(({ name }) => name)]
  const syllables = new Set([...syllablesIn(shown), ...usual])
  return [...new Set(SIGNS), ...[...syllables].sort()].join('')
}

function syllablesIn(texts: readonly string[]): string[] {
  return texts.join('').match(/[가-힣]/g) ?? []
}

/** All 11,172 syllables of Hangul in one text. */
export function everySyllable(): string {
  return Array.from({ length: 0xd7a4 - 0xac00 }, (_, index) => String.fromCharCode(0xac00 + index)).join('')
}

function ascii(): string {
  return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
}
