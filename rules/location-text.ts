import { factLine } from './fact-line.ts'
import { metresBetween, type Position } from './position.ts'

/** Distances below a kilometre are rounded to this, in metres; positions in URLs are no more exact (`formatNear`). */
const STEP = 100

const PROVINCE = /(?:특별시|광역시|특별자치[시도])$|^(?:경기|강원|제주|[충전경][가-힣][남북])도$/

/** '광주시' is missing because it may also be the city in 경기도. */
const SHORT_PROVINCE = /^(?:(?:서울|부산|대구|인천|대전|울산|세종)시?|광주|경기|강원|제주|[충전경][남북])$/

/** A 시도, in full or in short form. */
export function isProvince(word: string): boolean {
  return PROVINCE.test(word) || SHORT_PROVINCE.test(word)
}

const DISTRICT = /[가-힣][시군구]$/

/** The 시군구 of an address: '마포구', '수원시 팔달구'. '세종시' stands for its own, as it has none. Null if it is not in the usual place. */
export function districtName(address: string): string | null {
  const words = address.trim().split(/\s+/)
  const [province = ''] = words
  const startsWithProvince = isProvince(province)
  const [first = '', second = ''] = startsWithProvince ? words.slice(1) : words
  if (DISTRICT.test(first)) return first.endsWith('시') && /구$/.test(second) ? `${first} ${second}` : first
  return startsWithProvince && province.startsWith('세종') ? '세종시' : null
}

/** '100m 이내', '800m', '1.2km', '12km', '1,234km'. `step`, in metres, applies below a kilometre. */
export function distanceLabel(metres: number, step = STEP): string {
  const near = Math.round(metres / step) * step
  if (near < 1000) return near < step || metres < step ? `${step}m 이내` : `${near}m`
  const kilometres = metres / 1000
  const shown = kilometres < 9.95 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)
  return `${shown.toLocaleString('ko-KR')}km`
}

type Place = Readonly<{ address: string | null; lat: number | null; lng: number | null }>

/** '마포구 · 800m'; the address if the position is unknown; null without both. */
export function locationLabel({ address, lat, lng }: Place, from: Position): string | null {
  if (lat === null || lng === null) return address
  const district = address === null ? null : districtName(address)
  return factLine([district, distanceLabel(metresBetween(from, { lat, lng }))])
}

/** '800m' where the distance is known; else '마포구'; null without both. */
export function shortLocation({ address, lat, lng }: Place, from?: Position | null): string | null {
  if (from && lat !== null && lng !== null) return distanceLabel(metresBetween(from, { lat, lng }))
  return address === null ? null : districtName(address)
}

/** '마포구 숭문길 24' for '서울특별시 마포구 숭문길 24'. */
export function shortAddress(address: string): string {
  const [first = '', ...rest] = address.split(' ')
  return isProvince(first) ? rest.join(' ') : address
}

/** '800m · 마포구 숭문길 24', in which the distance is never cut off; the address if the position is unknown. */
export function distanceAndAddress({ address, lat, lng }: Place, from: Position): string | null {
  if (lat === null || lng === null) return address
  return factLine([distanceLabel(metresBetween(from, { lat, lng })), shortAddress(address ?? '')])
}
