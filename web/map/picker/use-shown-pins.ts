import { type RefObject, useEffect } from 'react'
import { boundsOf, type DrawnMap, type FoundPlace, type Position, type ProposedPin } from '../provider.ts'
import { zoomOf } from './place-values.ts'

/** Highest zoom for the results of a search. */
const RESULT_ZOOM = 17

/** Shows a pin that was set elsewhere: by a typed address, or from a draft. */
export function useShownPin(map: DrawnMap | null, pin: Position | null, proposed: ProposedPin | null) {
  const { lat, lng } = pin ?? {}
  const zoom = proposed?.zoom ?? null
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    const { bounds } = map.view()
    const isSeen = lat > bounds.south && lat < bounds.north && lng > bounds.west && lng < bounds.east
    if (zoom !== null) map.show({ lat, lng }, zoom)
    else if (!isSeen) map.show({ lat, lng })
  }, [map, lat, lng, zoom])
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
