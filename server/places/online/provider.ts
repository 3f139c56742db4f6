import type { FoundPlace, Near } from '../found-place.ts'

export type Provider = Readonly<{
  name: string
  attribution: string
  url: string
  requestOf(keyword: string, near: Near): { url: URL; headers: Record<string, string> }
  /** @throws {Error} when the response does not have the documented shape */
  read(response: unknown): FoundPlace[]
  /** How long responses may be stored; null if the service's terms are not known to allow it. */
  keptDays: number | null
  /** Shortest time between two requests of the whole site, in seconds; null if the service sets none. */
  pause: number | null
}>
