import type { PlaceResult } from '#contract/schema.gen.ts'
import { normalForm } from '#rules/normal-form.ts'
import { MAX_PLACE_RESULTS, type Precision, samePlaceMetres } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { areaPrecision } from '#rules/precision.ts'
import { precisionOf } from './korea-areas.ts'

/** A place of any source, as searches find it. */
export type FoundPlace = Readonly<{
  name: string
  address: string
  category: string | null
  tags?: string | null
  level?: number
  lat: number
  lng: number
  /** The position was estimated from the address. */
  isEstimated?: boolean
  /** Number of food shops around a village, for its rank; those around other places are in a table (`popularityOf`). */
  shops?: number
  /** Set for an official address; for others it follows from name and address. */
  precision?: Precision
  /** `posts`, `built-in`, the key of an imported source, or the name of an online service. */
  source: string
}>

/** The position whose surroundings are ranked first; null without one. */
export type Near = Position | null

/** The first `MAX_PLACE_RESULTS` places for the API, without repeats. */
export function presentFirstPlaces(ranked: readonly FoundPlace[], near: Near): PlaceResult[] {
  return withoutRepeats(ranked)
    .slice(0, MAX_PLACE_RESULTS)
    .map((place, index) => ({
      position: { lat: place.lat, lng: place.lng },
      place_name: place.name,
      address_name: place.address,
      category:
        place.tags && place.category ? `${place.category} · ${place.tags.replaceAll(',', ', ')}` : place.category,
      precision: precisionOfPlace(place),
      rate: index + 1,
      distance: near ? Math.round(metresBetween(near, place)) : null,
      source: place.source,
    }))
}

function precisionOfPlace({ level, name, address, isEstimated, precision }: FoundPlace): Precision | null {
  if (precision) return precision
  if (isEstimated) return 'road'
  return level === undefined ? areaPrecision(name, address) : precisionOf(level)
}

function withoutRepeats(places: readonly FoundPlace[]): FoundPlace[] {
  const kept = new Map<string, FoundPlace[]>()
  return places.filter((place) => {
    const key = normalForm(place.name)
    const same = kept.get(key) ?? []
    if (same.some((other) => isSame(other, place))) return false
    kept.set(key, [...same, place])
    return true
  })
}

/** An area has the same address in all lists, but different centres. */
function isSame(a: FoundPlace, b: FoundPlace): boolean {
  return a.address === b.address || metresBetween(a, b) <= samePlaceMetres.result
}

/** Name as on a sign: '을밀대 본점'. */
export function fullName(name: string, branch: string | null): string {
  return branch === null || name.endsWith(branch) ? name : `${name} ${branch}`
}
