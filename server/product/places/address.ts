import { isProvince } from '#rules/location-text.ts'
import { foldedAddress } from '#rules/normal-form.ts'
import { AREA_WORD, HOUSE_NUMBER } from '#rules/precision.ts'
import { provinceAliases } from './korea-areas.ts'
import { gazetteerWords } from './renamed-areas.ts'

/** Korean addresses go from large to small: 시도, 시군구 (one or two words), 읍면동, then a road or a lot. */

export function addressWords(address: string): string[] {
  const plain = foldedAddress(address)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(',', ' ')
  const [first, ...rest] = plain.split(' ').filter((word) => word !== '')
  return first === undefined ? [] : [provinceAliases.get(first) ?? first, ...rest]
}

/** Prefixes of services: '대한민국', a postal code. */
const BEFORE_ADDRESS = /^(?:대한민국\s*|(?:우\)?\s*)?\d{5}\s+)+/

const PROVINCE_IN_BRACKETS = /^[([]\s*([가-힣]+)\s*[)\]]/

export const ROAD_WORD = /(?:로|길)$/

/** 동 in brackets behind an address by road. */
const DONG_IN_BRACKETS = /[([]\s*([가-힣·]+\d?(?:동|동\d가|로\d가))[\s,)\]]/

export type TypedAddress = Readonly<{
  words: string[]
  area: string[]
}>

export function parseTypedAddress(address: string): TypedAddress {
  const typed = foldedAddress(address)
    .replace(BEFORE_ADDRESS, '')
    .replace(PROVINCE_IN_BRACKETS, (brackets, name: string) => (isProvince(name) ? `${name} ` : brackets))
  const words = [...gazetteerWords(addressWords(withUsualNumbers(typed)))]
  const road = words.findIndex((word) => ROAD_WORD.test(word))
  const dong = DONG_IN_BRACKETS.exec(typed)?.[1]
  return { words, area: road === -1 || dong === undefined ? words : [...words.slice(0, road), dong] }
}

export function withUsualNumbers(address: string): string {
  return (
    address
      .replace(/지하\s*(?=\d)/, '지하 ')
      // Only behind a road: '을지로3가', '효목로8길' and '동대신동1가' are names.
      .replace(/(?<=[로길])(?=\d+(?:-\d+)?(?:\s|,|$))/, ' ')
      .replace(/(?<=[가-힣]로) (?=\d+[번가안]?길)/, '')
      .replace(/(?<=\d[번가안]?길)(?=\d)/, ' ')
      .replace(/(?<=\d)의(?=\d)/, '-')
      .replace(/(?<=\d)(?:번지|번|외|일원)(?=\s|,|$)/, '')
  )
}

export function houseNumber(words: readonly string[]): number | null {
  const word = words.slice(0, 2).find((one) => HOUSE_NUMBER.test(one))
  return word === undefined ? null : Number(/\d{1,5}/.exec(word)?.[0])
}

/** Leading words of the area, before the road, the lot or the building. */
export function areaPart(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !AREA_WORD.test(word))
  return end === -1 ? [...words] : words.slice(0, end)
}

export type AreaNames = { province: string; district: string | null; dong: string | null }

export function areaNames(address: string): AreaNames {
  const [province = '', ...rest] = address.split(' ')
  const districts = rest.filter((word, index) => /[시군구]$/.test(word) && index < 2)
  const dong = rest.slice(districts.length).join(' ')
  return { province, district: districts.join(' ') || null, dong: dong || null }
}

const shortNames = new Map<string, string>()
for (const [alias, name] of provinceAliases) if (!shortNames.has(name)) shortNames.set(name, alias)

function shortProvince(name: string): string {
  return shortNames.get(name) ?? name
}

export function searchedArea(words: readonly string[]): string {
  const short = shortNames.get(words[0] ?? '')
  return short === undefined || words[0]?.startsWith(short) ? words.join(' ') : `${short} ${words.join(' ')}`
}

/** Path in the URL of an area's page: '서울/마포구/망원동' for '서울특별시 마포구 망원동'. */
export function pathOfAddress(address: string): string {
  const [province = '', ...rest] = address.split(' ')
  return [shortProvince(province), ...rest].join('/')
}

/** Accepts the short name of a 시도, and '·' or '.' between words. */
export function addressOfPath(path: string): string {
  return addressWords(path.replaceAll('/', ' ')).join(' ').replaceAll('·', '.')
}

/** Usual short name: '서울', '종로1·2·3·4가동'. */
export function areaName(address: string): string {
  const name = address.slice(address.lastIndexOf(' ') + 1)
  return shortProvince(name).replace(/(\d)\.(?=\d)/g, '$1·')
}
