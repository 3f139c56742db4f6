import { queryOptions } from '@tanstack/react-query'
import type { SearchPlacesQuery } from '#contract/operations.gen.ts'
import { MOST_AREAS, placesNamedBy } from '#rules/named-places.ts'
import { type ExecuteGraphql, retryOnce } from '../../graphql.ts'
import { zoomOf } from '../../map/picker/place-values.ts'
import { searchPlaces } from '../../map/place-queries.ts'
import { roundedView, type UrlView } from './map-url.ts'

/** Zoom for a station: the streets around it. */
const NEAREST_ZOOM = 16

type FoundPlace = SearchPlacesQuery['searchPlaces'][number]

/** An area, station, market or sight, and the view that shows it. */
export type NamedPlace = { name: string; view: UrlView }

type NamedPlaces = {
  /** All that the keyword may mean; an area with its whole address. */
  places: NamedPlace[]
  /** The one that it surely means; null if none, and if several have that name. */
  meant: NamedPlace | null
}

/** The places that a keyword of the map names. */
export function namedPlacesQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['map_places', keyword],
    queryFn: async () => namedPlaces(keyword, await searchPlaces(execute, { keyword })),
    staleTime: 600_000,
    retry: retryOnce,
  })
}

/** Of the places found for a keyword, the best first, those that it names. */
export function namedPlaces(keyword: string, found: readonly FoundPlace[]): NamedPlaces {
  const { areas, place } = placesNamedBy(keyword, found)
  const named = [...areas, ...(place ? [place] : [])]
  const best = found.find((one) => named.includes(one))
  const isOnly = found.filter(({ place_name }) => place_name === best?.place_name).length === 1
  return {
    // '중구' alone would not say of which city.
    places: [...areas.slice(0, MOST_AREAS), ...(place ? [place] : [])].map((one) => ({
      name: one === place ? one.place_name : one.address_name,
      view: viewOfPlace(one),
    })),
    meant: best && isOnly ? { name: best.place_name, view: viewOfPlace(best) } : null,
  }
}

function viewOfPlace({ position, precision }: FoundPlace): UrlView {
  return roundedView({ ...position, zoom: zoomOf(precision, NEAREST_ZOOM) })
}
