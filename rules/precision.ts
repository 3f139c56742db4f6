import type { Precision } from './places.ts'
import { isProvince } from './where.ts'

/**
 * How exactly a position is known, and which positions a post may have (P37): a chosen place, a pin that a person set,
 * or an address found to the building or road. For anything wider only a centre is known, which the person must
 * confirm.
 */

/** Whether a position of this precision may be stored without confirmation. */
export function isExact(precision: Precision): boolean {
  return precision === 'building' || precision === 'road'
}

/** A word of an address that names an area: '서울특별시', '성수동1가'. */
export const AREA_WORD = /^[가-힣]+\d*(?:[·.]\d+)*(?:도|시|군|구|읍|면|동|리|가)$/

/**
 * The precision of a result that is only an area, such as '망원동' in '서울 마포구 망원동'; null for a place within one. Services
 * that return both do not always distinguish them.
 */
export function areaPrecision(name: string, address: string): Precision | null {
  const isOnlyAreas = address.split(' ').every((word) => word === '' || AREA_WORD.test(word) || isProvince(word))
  if (!isOnlyAreas || !AREA_WORD.test(name)) return null
  if (isProvince(name)) return 'province'
  return /[시군구]$/.test(name) ? 'district' : 'dong'
}

/** A word that is the number of a building or lot: '12', '147-6번지', '지하626'. */
export const HOUSE_NUMBER = /^(?:지하)?\d+(?:-\d+)?(?:번지)?$/

/** Whether an address has the number of a building or lot. */
export function hasHouseNumber(address: string): boolean {
  return address.split(/[\s,]+/).some((word) => HOUSE_NUMBER.test(word))
}

/** Shown for a centre until it is confirmed: '마포구 가운데예요. 핀을 옮겨 주세요.' */
export function centreSentence(area: string): string {
  return `${area.split(' ').at(-1)} 가운데예요. 핀을 옮겨 주세요.`
}

/** Shown beside the button that looked an address up, when only the area around it was found. */
export function areaFoundSentence(area: string): string {
  return `${area.split(' ').at(-1)}까지만 찾았어요. 위 지도에서 위치를 맞춰 주세요.`
}

/** A device position less accurate than this, in metres, must be confirmed. */
const ACCURATE = 100

/** Shown for a device position that is not accurate enough; null if it is. */
export function accuracySentence(metres: number): string | null {
  if (metres <= ACCURATE) return null
  const distance = metres < 1000 ? `${Math.ceil(metres / 100) * 100}m` : `${Math.ceil(metres / 1000)}km`
  return `현재 위치가 ${distance}까지 다를 수 있어요. 핀을 옮겨 주세요.`
}

export const pinMessages = {
  middle: '지도 가운데에 핀을 놓았어요. 맞는 곳으로 옮겨 주세요.',
  unconfirmed: '핀을 옮기거나 ‘여기가 맞아요’를 누르지 않으면 주소만 등록되고, 지도와 가까운 순에는 나오지 않아요.',
  none: '위치를 정하지 않으면 지도와 가까운 순에 나오지 않고, 거리도 보이지 않아요.',
} as const
