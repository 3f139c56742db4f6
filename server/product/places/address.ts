import { isProvince } from '#rules/location-text.ts'
import { foldAddress } from '#rules/normal-form.ts'
import { AREA_WORD, HOUSE_NUMBER } from '#rules/precision.ts'
import { builtInAreas, provinceAliases } from './korea-areas.ts'
import { gazetteerWords } from './renamed-areas.ts'

/** Korean addresses go from large to small: 시도, 시군구 (one or two words), 읍면동, then a road or a lot. */

/** Words of an address, with the full name of its 시도, without brackets. */
export function addressWords(address: string): string[] {
  const plain = foldAddress(address)
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(',', ' ')
  const [first, ...rest] = plain.split(' ').filter((word) => word !== '')
  return first === undefined ? [] : [provinceAliases.get(first) ?? first, ...rest]
}

/** Words that services put before an address: '대한민국', a postal code. */
const BEFORE_ADDRESS = /^(?:대한민국\s*|(?:우\)?\s*)?\d{5}\s+)+/

const PROVINCE_IN_BRACKETS = /^[([]\s*([가-힣]+)\s*[)\]]/

export const ROAD_WORD = /(?:로|길)$/

/** 동 in brackets behind an address by road. */
const DONG_IN_BRACKETS = /[([]\s*([가-힣·]+\d?(?:동|동\d가|로\d가))[\s,)\]]/

export type BuildingNumber = Readonly<{ main: number; sub: number; isUnderground: boolean }>
export type LotNumber = Readonly<{ main: number; sub: number; isMountain: boolean }>

/** Parts of an address as `parseTypedAddress` finds them: its area, and its road and building number or its lot. */
export type TypedAddress = Readonly<{
  /** Words up to the number: floor, room and name of the building are left out. */
  words: string[]
  /** Words that may name the area of the address. */
  area: string[]
  /** Words of the area as typed, if the gazetteer has another name for it: an imported list may have the typed one. Else null. */
  formerArea: string[] | null
  /** Words before the road or the lot. */
  before: string[]
  road: string | null
  number: BuildingNumber | null
  lot: LotNumber | null
}>

export function parseTypedAddress(address: string): TypedAddress {
  const typed = foldAddress(address)
    .replace(BEFORE_ADDRESS, '')
    .replace(PROVINCE_IN_BRACKETS, (brackets, name: string) => (isProvince(name) ? `${name} ` : brackets))
  const given = addressWords(withUsualNumbers(typed)).flatMap(splitDistrict)
  const words = [...gazetteerWords(given)]
  const formerArea = words.join() === given.join() ? null : leadingAreaWords(given)
  const at = roadIndex(words)
  if (at === -1) return { ...withLot(words), formerArea }
  const number = buildingNumber(words.slice(at + 1))
  const end = number === null ? words.length : at + (number.isUnderground ? 3 : 2)
  const before = at > 0 ? words.slice(0, at) : areaBehind(words.slice(end))
  const dong = DONG_IN_BRACKETS.exec(typed)?.[1]
  return {
    words: [...before, ...words.slice(at, end)],
    area: dong === undefined ? (number === null ? words : before) : [...before, dong],
    formerArea,
    before,
    road: words[at] ?? null,
    number,
    lot: null,
  }
}

const districtNames = new Set(builtInAreas.map(({ address }) => address.slice(address.lastIndexOf(' ') + 1)))
const JOINED = /^(.+?[시군구])((?!청)[가-힣\d]{2,}[로길])$/

/** A 시군구 and the road that was typed behind it without a space: '구로구디지털로'. */
function splitDistrict(word: string): string[] {
  const [, district = '', road = ''] = JOINED.exec(word) ?? []
  return districtNames.has(district) ? [district, road] : [word]
}

/** The area behind the number, where some people type it: '테헤란로 152 서울 강남구'. */
function areaBehind(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !isProvince(word) && !(AREA_WORD.test(word) && !/\d동$/.test(word)))
  return addressWords((end === -1 ? words : words.slice(0, end)).join(' '))
}

/** The road before a number, or else the first one: 구로 is an area in '구로 디지털로 300'. */
function roadIndex(words: readonly string[]): number {
  const numbered = words.findIndex(
    (word, index) => ROAD_WORD.test(word) && buildingNumber(words.slice(index + 1)) !== null,
  )
  return numbered === -1 ? words.findIndex((word) => ROAD_WORD.test(word)) : numbered
}

const NUMBER = /^(\d{1,5})(?:-(\d{1,5}))?$/

/** '152', '지하 156', '12-3' as the first of the words behind a road. */
function buildingNumber([first = '', second = '']: readonly string[]): BuildingNumber | null {
  const isUnderground = first === '지하'
  const [, main, sub = '0'] = NUMBER.exec(isUnderground ? second : first) ?? []
  return main === undefined ? null : { main: Number(main), sub: Number(sub), isUnderground }
}

const LOT = /^(산)?(\d{1,5})(?:-(\d{1,5}))?$/

function withLot(words: readonly string[]): Omit<TypedAddress, 'formerArea'> {
  const at = words.findIndex((word, index) => index > 0 && LOT.test(word))
  const [, mountain, main, sub = '0'] = LOT.exec(words[at] ?? '') ?? []
  const none = { area: [...words], road: null, number: null }
  if (main === undefined) return { ...none, words: [...words], before: [...words], lot: null }
  const isApart = words[at - 1] === '산'
  const before = words.slice(0, isApart ? at - 1 : at)
  const lot = { main: Number(main), sub: Number(sub), isMountain: isApart || mountain !== undefined }
  return { ...none, area: before, words: words.slice(0, at + 1), before, lot }
}

/** An address with its numbers in the usual form: '12-3' for '12의3번지', '월드컵로 32' for '월드컵로32'. */
export function withUsualNumbers(address: string): string {
  return (
    address
      // '지하 156' is a number, '지하1층' a floor.
      .replace(/(?<=[로길]\s*)지하\s*(?=\d+(?:-\d+)?(?:\s|,|번|$))/, ' 지하 ')
      .replace(/(?<=\d)(?=(?:지하|지상|[Bb])\s?\d+층)/, ' ')
      // Adds a space only before a number behind a road: '을지로3가', '효목로8길' and '동대신동1가' are names.
      .replace(/(?<=[로길])(?=\d+(?:-\d+)?(?:번지?)?(?:\s|,|$))/, ' ')
      .replace(/(?<=[가-힣]로) (?=\d+[번가안]?길)/, '')
      .replace(/(?<=\d[번가안]?길)(?=\d)/, ' ')
      .replace(/(?<=\d)의(?=\d)/, '-')
      .replace(/(?<=\d)(?:번지|번|외|일원)(?=\s|,|$)/, '')
  )
}

/** Whether a 시군구 (`district`) is the area or lies in it; the area may lack its 시도. */
export function isDistrictWithin(district: string, area: string): boolean {
  return `${district} `.startsWith(`${area} `) || ` ${district} `.includes(` ${area} `)
}

/** The main building number in the first two words behind a road; null without one. */
export function houseNumber(words: readonly string[]): number | null {
  const word = words.slice(0, 2).find((one) => HOUSE_NUMBER.test(one))
  return word === undefined ? null : Number(/\d{1,5}/.exec(word)?.[0])
}

/** The leading words of an address that name its area, before the road, the lot or the building. */
export function leadingAreaWords(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !AREA_WORD.test(word))
  return end === -1 ? [...words] : words.slice(0, end)
}

export type AreaNames = { province: string; district: string | null; dong: string | null }

export function splitAreaNames(address: string): AreaNames {
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

/** An area as search texts have it, also with the short name of its 시도: '경북 경상북도 포항시'. */
export function areaSearchText(words: readonly string[]): string {
  const short = shortNames.get(words[0] ?? '')
  return short === undefined || words[0]?.startsWith(short) ? words.join(' ') : `${short} ${words.join(' ')}`
}

/** Path in the URL of an area's page: '서울/마포구/망원동' for '서울특별시 마포구 망원동'. */
export function pathOfAddress(address: string): string {
  const [province = '', ...rest] = address.split(' ')
  return [shortProvince(province), ...rest].join('/')
}

/** The address of a path by `pathOfAddress`; accepts short and full names of a 시도, and '·' as well as '.'. */
export function addressOfPath(path: string): string {
  return addressWords(path.replaceAll('/', ' ')).join(' ').replaceAll('·', '.')
}

/** The usual short name of the smallest area in an address: '서울', '종로1·2·3·4가동'. */
export function shortAreaName(address: string): string {
  const name = address.slice(address.lastIndexOf(' ') + 1)
  return shortProvince(name).replace(/(\d)\.(?=\d)/g, '$1·')
}
