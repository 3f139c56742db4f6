import type { FoundPlace, Near } from '../found-place.ts'

/** An online service that finds places. */
export type Provider = Readonly<{
  name: string
  attribution: string
  url: string
  requestOf(keyword: string, near: Near): { url: URL; headers: Record<string, string> }
  /** Reads an answer. @throws {Error} when it is not of the documented shape */
  read(answer: unknown): FoundPlace[]
  /** How long answers may be kept in our database, in days; null when its terms are not known to allow it. */
  keptDays: number | null
  /** Least time between two requests of the whole site, in seconds; null when the service asks for none. */
  pause: number | null
}>
