import { hasHouseNumber } from '#rules/precision.ts'
import type { Post } from '../posts/queries/post-query.ts'

/** The fields of a place that a post and the place's own page have in common. */
export type PlaceInfo = Pick<Post, 'address' | 'lat' | 'lng' | 'start_time' | 'end_time' | 'closed_on'> & {
  name: string
  /** How many people say these hours; only of a place. */
  hours_count?: number
}

/** The place of a post, under the post's title if it has no name; null without a name, an address and a position. */
export function placeOf(post: Pick<Post, (keyof PlaceInfo & keyof Post) | 'place_name' | 'title'>): PlaceInfo | null {
  const { place_name, title, address, lat } = post
  if (!address && !place_name && lat === null) return null
  return { ...post, name: place_name ?? title }
}

/** Links for directions to a place: by position if there is one, otherwise by address. */
export function mapLinks({ name, address, lat, lng }: PlaceInfo) {
  // The address of a building is enough; in an area people have to look for the name.
  const words = encodeURIComponent(address && hasHouseNumber(address) ? address : [address, name].join(' ').trim())
  const position = lat !== null && lng !== null ? `${lat},${lng}` : null
  return [
    {
      name: '카카오맵',
      href: position
        ? `https://map.kakao.com/link/to/${encodeURIComponent(name)},${position}`
        : `https://map.kakao.com/link/search/${words}`,
    },
    {
      name: '네이버 지도',
      href: position
        ? `https://map.naver.com/p/directions/-/${lng},${lat},${encodeURIComponent(name)}/-/transit`
        : `https://map.naver.com/p/search/${words}`,
    },
    // This link accepts a position or a name, not both.
    { name: '구글 지도', href: `https://www.google.com/maps/dir/?api=1&destination=${position ?? words}` },
  ]
}
