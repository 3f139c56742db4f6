import { type Precision, STREET_CATEGORY, samePlaceMetres } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { postLimits } from '#rules/post.ts'
import { isExact, proposalSentence } from '#rules/precision.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import type { FoundAddress, FoundPlace, PinExtent, Position, ProposedPin } from '../provider.ts'

/** The place of a post in its form. `lat` and `lng` are stored; anything less exact than a building is `proposed`. */
export type PlaceValues = {
  place_name: string
  address: string
  lat: number | null
  lng: number | null
  proposed: ProposedPin | null
  /** The address was typed by the person, so a moved pin does not replace it. */
  isAddressTyped: boolean
  /** The station, market or sight that was chosen, until the pin is moved; empty for others. */
  landmark: string
}

export type PlaceChange = Partial<PlaceValues>

const wideZooms: Partial<Record<Precision, number>> = { road: 15, dong: 14, district: 12, province: 9 }

const ESTIMATE_ZOOM = 16

/** Metres that a map of `ESTIMATE_ZOOM` shows around its middle on a phone. */
const NEAR_RADIUS = 300

export function zoomForPrecision(precision: Precision | null, maxZoom: number): number {
  return Math.min(maxZoom, (precision && wideZooms[precision]) ?? maxZoom)
}

/**
 * Whether a result is a shop, whose name can be a post's title. A shop whose position was estimated from its address counts
 * too.
 */
export function isShop({
  precision,
  isLandmark,
  category,
}: Pick<FoundPlace, 'precision' | 'isLandmark' | 'category'>): boolean {
  return !isLandmark && category !== STREET_CATEGORY && (precision === null || precision === 'road')
}

/** An area becomes the address, and its centre is proposed. A landmark gives its position and address, not its name. */
export function chosenPlaceChange({
  position,
  place_name,
  address_name,
  precision,
  isLandmark,
  isTypedAddress,
  category,
}: FoundPlace): PlaceChange {
  const address = cutCharacters(cleanLine(address_name), postLimits.address)
  // The position is official: that of the entrance with this number.
  if (category === STREET_CATEGORY && precision === 'building')
    return { address, isAddressTyped: false, ...confirm(position) }
  if (category === STREET_CATEGORY) {
    const says = proposalSentence(place_name, null)
    return {
      address,
      isAddressTyped: false,
      ...proposedPinChange({ ...position, says, zoom: zoomForPrecision('road', ESTIMATE_ZOOM) }),
    }
  }
  if (precision === 'road' && !isTypedAddress) {
    const name = cutCharacters(cleanLine(place_name), postLimits.placeName)
    const says = `${name}의 위치를 주소로 추정했어요. 핀을 확인해 주세요.`
    return {
      place_name: name,
      address,
      isAddressTyped: false,
      ...proposedPinChange({ ...position, says, zoom: ESTIMATE_ZOOM }),
    }
  }
  if (precision !== null && !isExact(precision)) {
    return {
      address: address || cleanLine(place_name),
      isAddressTyped: false,
      ...proposeInexact(position, place_name, precision),
    }
  }
  const name = cutCharacters(cleanLine(place_name), postLimits.placeName)
  // A building is where something is, not what it is called: two restaurants in it are two places.
  const named = isLandmark || precision === 'building' ? { place_name: '', landmark: name } : { place_name: name }
  return { address, isAddressTyped: false, ...confirm(position), ...named }
}

/** Puts the areas that only the result has before a typed address: a road of that name may be in other cities too. */
export function completeAddress(typed: string, found: string): string {
  const [first] = typed.split(' ')
  const start = ` ${found} `.indexOf(` ${first} `)
  return start > 0 ? found.slice(0, start) + typed : typed
}

/** Change of the form when a typed address was found; an inexact position is only proposed. */
export function foundAddressChange(typed: string, found: FoundAddress): PlaceChange {
  const { position, address_name, precision } = found
  const address = { address: cutCharacters(cleanLine(typed), postLimits.address), isAddressTyped: true }
  if (isExact(precision)) return { ...address, ...confirm(position) }
  return { ...address, ...proposeInexact(position, address_name, precision, found) }
}

function extentOf({ radius, road = [] }: Estimate): { extent?: PinExtent } {
  if (road.length > 1) return { extent: { road } }
  return radius ? { extent: { radius } } : {}
}

type Estimate = Pick<FoundAddress, 'radius' | 'road'>

/** Metres within which a number probably is, null for anywhere on its road; undefined for a known number and for areas. */
export function estimateRadius({ radius, road = [] }: Estimate): number | null | undefined {
  return road.length > 0 ? null : (radius ?? undefined)
}

/**
 * Change of the form when another address is typed. The position of the old one is dropped, unless the new one only adds to
 * it.
 */
export function typedAddressChange(before: string, { address, lat, proposed }: PlaceValues): PlaceChange {
  const isElsewhere = !address.startsWith(before) && (lat !== null || proposed !== null)
  return { isAddressTyped: true, ...(isElsewhere && noPosition) }
}

/**
 * Change of the form when the person sets or moves the pin. Far from the chosen place or the exact address found before, it
 * means another place.
 */
export function movedPinChange(pin: Position, placeBefore: Position | null): PlaceChange {
  const isAnother = placeBefore !== null && metresBetween(placeBefore, pin) > samePlaceMetres.correction
  return { ...confirm(pin), ...(isAnother && { place_name: '', isAddressTyped: false }) }
}

/** Change of the form when the address at the pin is found; null where there is none. */
export function pinAddressChange(found: string | null, { address, isAddressTyped }: PlaceValues): PlaceChange {
  return isAddressTyped && address !== '' ? {} : { address: found ?? '', isAddressTyped: false }
}

export function proposedPinChange(proposed: ProposedPin): PlaceChange {
  return { lat: null, lng: null, proposed, landmark: '' }
}

export function confirmedPinChange({ proposed }: PlaceValues): PlaceChange {
  return proposed ? confirm(proposed) : {}
}

export function forgottenPlaceChange({ isAddressTyped }: PlaceValues): PlaceChange {
  return { ...noPosition, place_name: '', ...(!isAddressTyped && { address: '' }) }
}

const noPosition = { lat: null, lng: null, proposed: null, landmark: '' } as const

function confirm({ lat, lng }: Position): PlaceChange {
  return { lat, lng, proposed: null, landmark: '' }
}

function proposeInexact(
  { lat, lng }: Position,
  found: string,
  precision: Precision,
  estimate: Estimate = {},
): PlaceChange {
  const radius = estimateRadius(estimate)
  const isOnRoad = precision === 'road' && typeof radius === 'number'
  const zoom = isOnRoad
    ? radius <= NEAR_RADIUS
      ? ESTIMATE_ZOOM
      : zoomForPrecision('road', ESTIMATE_ZOOM)
    : (wideZooms[precision] ?? null)
  return proposedPinChange({ lat, lng, says: proposalSentence(found, radius), zoom, ...extentOf(estimate) })
}
