import type { Shop } from '#contract/schema.gen.ts'
import { foodKinds } from '#rules/food-kinds.ts'
import { readJson, storeText, useStored } from './browser-storage.ts'
import { SEEN_PLACES_KEY } from './remembered.ts'

const MAX_SEEN = 8

/** A post or shop whose page was opened. Only the last of each `place` is kept. */
export type SeenPlace = Readonly<
  { place: string | null } & ({ post: string; shop?: never } | { shop: Omit<Shop, 'area' | 'around'>; post?: never })
>

const ID = /^[1-9]\d{0,14}$/

const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value)
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isDegrees = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 180

/** Whether a stored value is valid: another release or a person may have written it. */
function isSeenPlace(one: unknown): one is SeenPlace {
  const { place, post, shop } = (one ?? {}) as Record<string, unknown>
  return (place === null || isId(place)) && (post === undefined ? isShop(shop) : shop === undefined && isId(post))
}

function isShop(value: unknown): boolean {
  const { id, name, kind, category, address, lat, lng } = (value ?? {}) as Record<string, unknown>
  return (
    isId(id) &&
    typeof name === 'string' &&
    (kind === null || (typeof kind === 'string' && Object.hasOwn(foodKinds, kind))) &&
    isTextOrNull(category) &&
    isTextOrNull(address) &&
    isDegrees(lat) &&
    isDegrees(lng)
  )
}

function toSeenPlaces(stored: unknown): SeenPlace[] {
  return Array.isArray(stored) ? stored.filter(isSeenPlace).slice(0, MAX_SEEN) : []
}

export function getSeenPlaces(): SeenPlace[] {
  return toSeenPlaces(readJson('localStorage', SEEN_PLACES_KEY))
}

/** Null on the server and until hydration. */
export function useSeenPlaces(): SeenPlace[] | null {
  const stored = useStored(SEEN_PLACES_KEY)
  return stored === undefined ? null : toSeenPlaces(stored)
}

export function rememberSeenPlace(seen: SeenPlace): void {
  const isSame = ({ post, place }: SeenPlace) =>
    (post !== undefined && post === seen.post) || (seen.place !== null && place === seen.place)
  const next = [seen, ...getSeenPlaces().filter((one) => !isSame(one))]
  storeText('localStorage', SEEN_PLACES_KEY, JSON.stringify(next.slice(0, MAX_SEEN)))
}
