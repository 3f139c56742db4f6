import { type RefObject, useEffect, useRef, useState } from 'react'
import { accuracySentence, pinMessages } from '#rules/precision.ts'
import type { FoundPosition } from '../../../kit/current-position.ts'
import { boundsOf, type DrawnMap, type FoundPlace, type Position, type ProposedPin } from '../provider.ts'
import type { PickedPlace } from './chosen-place.tsx'
import { zoomOf } from './place-values.ts'
import type { Places } from './use-places.ts'

/** What becomes of a pin in the form. */
export type PinEvents = {
  /** The pin was set by hand. */
  onPin: (position: Position) => void
  /** The address at the pin; null where there is none. */
  onPinAddress: (address: string | null) => void
  onPropose: (pin: ProposedPin) => void
  /** The pin is for the place of that name, which the search does not know. */
  onName: (name: string) => void
  /** The person confirmed the proposed pin. */
  onConfirm: () => void
  onForget: () => void
}

/** The pin that a person sets on the map, or confirms where it is proposed. */
export function useOwnPin(places: Pick<Places, 'addressOf'>, { proposed, address }: PickedPlace, on: PinEvents) {
  /** The pin that was last set or confirmed on the map. */
  const own = useRef<Position | null>(null)
  const [isNameless, setNameless] = useState(false)

  /** Sets the pin and looks its address up. */
  const set = async (at: Position) => {
    own.current = at
    on.onPin(at)
    setNameless(false)
    const found = await places.addressOf(at)
    if (found !== undefined) on.onPinAddress(found)
    setNameless(found === null)
  }
  const propose = ({ lat, lng }: Position, says: string) => {
    own.current = { lat, lng }
    on.onPropose({ lat, lng, says, zoom: null })
  }
  return {
    own,
    /** Whether no address is known at the pin. */
    isNameless,
    set,
    /** For people without a pointer, who move the map by the arrow keys: proposes its centre. */
    proposeCentre: (centre: Position) => propose(centre, pinMessages.middle),
    /** Sets the pin at the device's position, or proposes it if that is inexact. */
    setAtDevice: ({ lat, lng, accuracy }: FoundPosition) => {
      const says = accuracySentence(accuracy)
      if (says) propose({ lat, lng }, says)
      else void set({ lat, lng })
    },
    confirm: () => {
      own.current = proposed
      on.onConfirm()
      if (proposed && !address) void places.addressOf(proposed).then((found) => on.onPinAddress(found ?? null))
    },
    forget: () => {
      own.current = null
      on.onForget()
    },
  }
}

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
