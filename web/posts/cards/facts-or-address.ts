import { distanceAndAddress } from '#rules/location-text.ts'
import type { Position } from '#rules/position.ts'
import { rowFacts } from './row-facts.ts'

/** '한식 · 1만원 이하 · 300m' for the row of a post; its address where neither kind nor price are known. */
export function factsOrAddress(post: Parameters<typeof rowFacts>[0], from?: Position | null): string | null {
  if (post.kind || post.price) return rowFacts(post, from)
  return from ? distanceAndAddress(post, from) : post.address
}
