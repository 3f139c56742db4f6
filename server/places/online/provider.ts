import type { FoundPlace, Near } from '../found-place.ts'

/** An online service that finds places. */
export type Provider = Readonly<{
  name: string
  attribution: string
  url: string
  requestOf(keyword: string, near: Near): { url: URL; headers: Record<string, string> }
  /** Reads a response. @throws {Error} when it does not have the documented shape */
  read(response: unknown): FoundPlace[]
  /** How long responses may be stored in our database, in days; null if its terms are not known to allow it. */
  keptDays: number | null
  /** Shortest time between two requests of the whole site, in seconds; null if the service sets none. */
  pause: number | null
}>
