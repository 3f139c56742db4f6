import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** ASCII, the signs that texts use, and the letters that stand alone in words such as ㅋㅋ. */
export const SIGNS = `${ascii()}©·×‘’“”…–—→°²³₩㎡ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅓㅔㅕㅗㅛㅜㅠㅡㅣ`

/**
 * The characters of our fonts: those of the interface, and the syllables of the names of Korea's areas and places, of which
 * there are some 800, and of the demo's texts that are not rare. Other characters are shown in the device's own font.
 */
export function fontCharacters(): string {
  const interfaceText = globSync('{web,rules}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) =>
    readFileSync(file, 'utf8'),
  )
  const samples = syllablesIn(globSync('demo/**/*.json').map((file) => readFileSync(file, 'utf8')))
  const usual = samples.filter((syllable, index) => samples.indexOf(syllable) < index)
  const names = ['areas', 'places'].map((name) => gunzipSync(readFileSync(`korea/${name}.json.gz`)).toString())
  const syllables = new Set([...syllablesIn([...interfaceText, ...names]), ...usual])
  return [...new Set(SIGNS), ...[...syllables].sort()].join('')
}

function syllablesIn(texts: readonly string[]): string[] {
  return texts.join('').match(/[가-힣]/g) ?? []
}

export function everySyllable(): string {
  return Array.from({ length: 0xd7a4 - 0xac00 }, (_, index) => String.fromCharCode(0xac00 + index)).join('')
}

function ascii(): string {
  return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
}
