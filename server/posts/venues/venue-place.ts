import type { Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import { addressWords, areaPart } from '../../places/address.ts'

/** The fields of a post that describe its place. */
export type PostPlaceInput = Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/** What posts of one place have in common: the name, and the position or address. */
export type VenuePlace = Readonly<{
  nameKey: string
  at: Position | null
  /** The name with the address to the road or lot; null if the address only names an area. */
  addressKey: string | null
}>

/** A name for comparison, without case and spaces. */
export function venueName(name: string): string {
  return name.toLowerCase().normalize('NFC').replaceAll(' ', '')
}

/** The place of a post; null without a position or an exact enough address. */
export function venuePlaceOf({ title, place_name, address, lat, lng }: PostPlaceInput): VenuePlace | null {
  const at = lat === null || lng === null ? null : { lat, lng }
  const nameKey = venueName(place_name ?? title)
  const words = addressWords(address ?? '')
  const addressKey = words.length > areaPart(words).length ? `${nameKey} ${words.join(' ')}` : null
  return at || addressKey ? { nameKey, at, addressKey } : null
}
