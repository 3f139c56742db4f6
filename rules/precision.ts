import { isProvince } from './location-text.ts'
import { foldAddress } from './normal-form.ts'
import { topicParticle } from './particles.ts'
import type { Precision } from './places.ts'

/**
 * How exactly a position is known. A chosen place, a pin and the address of a known building are exact; of a road or an
 * area only some point is known, which the person must confirm.
 */

/** A position of this precision may be stored without confirmation. */
export function isExact(precision: Precision): boolean {
  return precision === 'building'
}

/** A word of an address that names an area: '서울특별시', '성수동1가'. */
export const AREA_WORD = /^[가-힣]+\d*(?:[·.]\d+)*(?:도|시|군|구|읍|면|동|리|가)$/

/**
 * The precision of a result that is only an area ('망원동' in '서울 마포구 망원동'); null for a place within one. Services that
 * return both do not always distinguish them.
 */
export function areaPrecision(name: string, address: string): Precision | null {
  const isOnlyAreas = address.split(' ').every((word) => word === '' || AREA_WORD.test(word) || isProvince(word))
  if (!isOnlyAreas || !AREA_WORD.test(name)) return null
  if (isProvince(name)) return 'province'
  return /[시군구]$/.test(name) ? 'district' : 'dong'
}

/** The number of a building or lot: '12', '147-6번지', '지하626'. */
export const HOUSE_NUMBER = /^(?:지하)?\d+(?:-\d+)?(?:번지)?$/

export function hasHouseNumber(address: string): boolean {
  return foldAddress(address)
    .split(/[\s,]+/)
    .some((word) => HOUSE_NUMBER.test(word))
}

/**
 * Shown for an inexact position until it is confirmed: '마포구 가운데예요. 핀을 옮겨 주세요.' `radius`: metres by which the estimated
 * position of a house number may be wrong; null if only its road is known, undefined if the position is not estimated.
 */
export function proposalSentence(found: string, radius?: number | null): string {
  const part = smallestPart(found)
  if (!hasHouseNumber(found)) return `${part} 가운데예요. 핀을 옮겨 주세요.`
  if (radius === undefined) return `${part} 위치예요. 핀을 옮겨 주세요.`
  if (radius === null) return `${part}${topicParticle(part)} 이 길 어딘가예요. 핀을 옮겨 주세요.`
  if (radius <= SURE) return `${part} 위치로 보여요. 약 ${radius}m 다를 수 있으니 확인해 주세요.`
  return `${part} 근처로 보여요. ${radius / 2}~${radius}m 다를 수 있으니 핀을 옮겨 주세요.`
}

/** Up to this radius, in metres, a pin is proposed as the place itself. */
const SURE = 50

/** Shown beside the button that looked an address up, when only `found` was found of it. */
export function partFoundSentence(found: string, radius?: number | null): string {
  const part = smallestPart(found)
  if (!hasHouseNumber(found)) return `${part}까지만 찾았어요. 위 지도에서 위치를 맞춰 주세요.`
  if (radius === undefined) return `가까운 번호(${part})만 찾았어요. 위 지도에서 위치를 맞춰 주세요.`
  return radius === null
    ? '도로는 찾았지만 건물 번호의 위치는 알 수 없어요. 위 지도에서 위치를 맞춰 주세요.'
    : '건물 번호로 추정한 위치예요. 위 지도에서 위치를 확인해 주세요.'
}

/** The last part of an address, as people name it: '마포구', '월드컵로', '월드컵로 32'. */
function smallestPart(address: string): string {
  const words = address.split(' ')
  return words.slice(HOUSE_NUMBER.test(words.at(-1) ?? '') ? -2 : -1).join(' ')
}

/** Up to this many metres the device's position needs no sentence. */
const ACCURATE = 100

/** Null for a device position that is accurate enough. */
export function inaccuracySentence(metres: number): string | null {
  if (metres <= ACCURATE) return null
  const distance = metres < 1000 ? `${Math.ceil(metres / 100) * 100}m` : `${Math.ceil(metres / 1000)}km`
  return `현재 위치가 ${distance}까지 차이 날 수 있어요. 핀을 옮겨 주세요.`
}

export const pinMessages = {
  middle: '지도 가운데에 핀을 표시했어요. 정확한 위치로 옮겨 주세요.',
  unconfirmed:
    '핀을 옮기거나 ‘여기가 맞아요’\u2060를 누르지 않으면 주소만 등록되고, 지도와 ‘가까운 순’ 목록에는 나오지 않아요.',
  unconfirmedSent:
    '위치를 확인하지 않아 주소만 등록했어요. 글 수정에서 ‘지도에서 찾기’\u2060를 누르고 핀을 확인하면 지도에도 나와요.',
  none: '위치를 정하지 않으면 지도와 ‘가까운 순’ 목록에 나오지 않고, 거리도 보이지 않아요.',
} as const
