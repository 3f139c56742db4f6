import type { Position } from '#rules/position.ts'
import type { PostInput } from '#rules/post.ts'
import { addressWords, areaPart } from '../../places/address.ts'

/** What a post says of its place. */
export type PostPlaceInput = Pick<PostInput, 'title' | 'place_name' | 'address' | 'lat' | 'lng'>

/** By what the posts of one place know each other: its name, and where it is. */
export type VenuePlace = Readonly<{
  nameKey: string
  at: Position | null
  /** The name with the address to the road or lot; null when that names no more than an area. */
  addressKey: string | null
}>

/** A name as it is compared: case and spaces aside. */
export function venueName(name: string): string {
  return name.toLowerCase().normalize('NFC').replaceAll(' ', '')
}

/** The place of a post; null for one that says too little of where it is. */
export function venuePlaceOf({ title, place_name, address, lat, lng }: PostPlaceInput): VenuePlace | null {
  const at = lat === null || lng === null ? null : { lat, lng }
  const nameKey = venueName(place_name ?? title)
  const words = addressWords(address ?? '')
  const addressKey = words.length > areaPart(words).length ? `${nameKey} ${words.join(' ')}` : null
  return at || addressKey ? { nameKey, at, addressKey } : null
}
