import { AREA_WORD } from '#rules/precision.ts'
import { cleanLine } from '#rules/text.ts'
import { provinceAliases } from './areas/built-in.ts'

/** Korean addresses go from large to small: 시도, 시군구 (one or two words), 읍면동, then a road or a lot. */

/** The words of an address with the full name of its 시도, without brackets. */
export function addressWords(address: string): string[] {
  const plain = cleanLine(address)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(',', ' ')
  const [first, ...rest] = plain.split(' ').filter((word) => word !== '')
  return first === undefined ? [] : [provinceAliases.get(first) ?? first, ...rest]
}

/** The leading words that name an area: all before the road, the lot or the building. */
export function areaPart(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !AREA_WORD.test(word))
  return end === -1 ? [...words] : words.slice(0, end)
}

export type AreaNames = { province: string; district: string | null; dong: string | null }

/** The parts of an area's full name: '경기도', '수원시 장안구', '정자동'. */
export function areaNames(address: string): AreaNames {
  const [province = '', ...rest] = address.split(' ')
  const districts = rest.filter((word, index) => /[시군구]$/.test(word) && index < 2)
  const dong = rest.slice(districts.length).join(' ')
  return { province, district: districts.join(' ') || null, dong: dong || null }
}

const shortNames = new Map<string, string>()
for (const [alias, name] of provinceAliases) if (!shortNames.has(name)) shortNames.set(name, alias)

/** The short name of a 시도, by which people call it: '서울'. */
export function shortProvince(name: string): string {
  return shortNames.get(name) ?? name
}

/** The searchable name of an area: '경상남도' does not contain '경남', so the short name is added. */
export function searchedArea(words: readonly string[]): string {
  const short = shortNames.get(words[0] ?? '')
  return short === undefined || words[0]?.startsWith(short) ? words.join(' ') : `${short} ${words.join(' ')}`
}
