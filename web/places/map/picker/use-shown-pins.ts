import { type RefObject, useEffect } from 'react'
import { boundsOf, type DrawnMap, type FoundPlace, type Position, type ProposedPin } from '../provider.ts'
import { zoomOf } from './place-values.ts'

/** Highest zoom for the results of a search. */
const RESULT_ZOOM = 17

/** Shows a pin that was not set on the map: of a chosen place, a typed address or a draft. `own` is seen already. */
export function useShownPin(
  map: DrawnMap | null,
  pin: Position | null,
  proposed: ProposedPin | null,
  placeZoom: RefObject<number>,
  own: RefObject<Position | null>,
) {
  const { lat, lng } = pin ?? {}
  const zoom = proposed?.zoom ?? null
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    showPin(map, { lat, lng, zoom }, placeZoom.current, own.current)
  }, [map, lat, lng, zoom, placeZoom, own])
}

/** Shows a pin at its zoom or, if that is null, at least as near as one place; moves nothing for the map's own pin. */
export function showPin(
  map: DrawnMap,
  { zoom, ...pin }: Position & Pick<ProposedPin, 'zoom'>,
  placeZoom: number,
  own: Position | null,
): void {
  if (zoom === null && own?.lat === pin.lat && own.lng === pin.lng) return
  map.show(pin, zoom ?? Math.max(map.view().zoom, placeZoom))
}

/** Shows all results of a search, or a single one at a zoom for its precision. */
export function useShownResults(
  map: DrawnMap | null,
  results: readonly FoundPlace[] | null,
  placeZoom: RefObject<number>,
) {
  useEffect(() => {
    const [only, ...others] = results ?? []
    if (others.length > 0) map?.fitBounds(boundsOf((results ?? []).map((place) => place.position)), RESULT_ZOOM)
    else if (only) map?.show(only.position, zoomOf(only.precision, placeZoom.current))
  }, [map, results, placeZoom])
}
