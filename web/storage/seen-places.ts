import type { Shop } from '#contract/schema.gen.ts'
import { foodKinds } from '#rules/food-kinds.ts'
import { readJson, useStored, write } from './browser-storage.ts'
import { SEEN } from './remembered.ts'

const MAX_SEEN = 8

/** A post or shop whose page was opened. Of a place with an id only the last one is kept. */
export type SeenPlace = Readonly<
  { place: string | null } & ({ post: string; shop?: never } | { shop: Omit<Shop, 'area' | 'around'>; post?: never })
>

const ID = /^[1-9]\d{0,14}$/

const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value)
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isDegrees = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 180

/** This browser may hold what another release or a person wrote. */
function isSeenPlace(one: unknown): one is SeenPlace {
  const { place, post, shop } = (one ?? {}) as Record<string, unknown>
  return (place === null || isId(place)) && (post === undefined ? isShop(shop) : shop === undefined && isId(post))
}

function isShop(value: unknown): boolean {
  const { id, name, kind, category, address, lat, lng } = (value ?? {}) as Record<string, unknown>
  return (
    isId(id) &&
    typeof name === 'string' &&
    (kind === null || Object.hasOwn(foodKinds, String(kind))) &&
    isTextOrNull(category) &&
    isTextOrNull(address) &&
    isDegrees(lat) &&
    isDegrees(lng)
  )
}

function toSeenPlaces(stored: unknown): SeenPlace[] {
  return Array.isArray(stored) ? stored.filter(isSeenPlace).slice(0, MAX_SEEN) : []
}

export function seenPlaces(): SeenPlace[] {
  return toSeenPlaces(readJson('localStorage', SEEN))
}

/** Null on the server and until hydration. */
export function useSeenPlaces(): SeenPlace[] | null {
  const stored = useStored(SEEN)
  return stored === undefined ? null : toSeenPlaces(stored)
}

export function rememberSeen(seen: SeenPlace): void {
  const isSame = ({ post, place }: SeenPlace) =>
    (post !== undefined && post === seen.post) || (seen.place !== null && place === seen.place)
  const next = [seen, ...seenPlaces().filter((one) => !isSame(one))]
  write('localStorage', SEEN, JSON.stringify(next.slice(0, MAX_SEEN)))
}
