import type { Shop } from '#contract/schema.gen.ts'
import { readJson, useStored, write } from './browser-storage.ts'
import { SEEN } from './remembered.ts'

const MAX_SEEN = 8

/** A post or shop whose page was opened. Of a place with an id only the last one is kept. */
export type SeenPlace = Readonly<
  { place: string | null } & ({ post: string; shop?: never } | { shop: Omit<Shop, 'area' | 'around'>; post?: never })
>

/** This browser may hold what another release or a person wrote. */
function isSeenPlace(one: unknown): one is SeenPlace {
  const { post, shop } = (one ?? {}) as { post?: unknown; shop?: Partial<Shop> | null }
  return typeof post === 'string' || (typeof shop?.id === 'string' && typeof shop.name === 'string')
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

export function forgetSeen(): void {
  write('localStorage', SEEN, null)
}
