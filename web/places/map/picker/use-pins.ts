import { type RefObject, useEffect, useRef, useState } from 'react'
import { parseNear } from '#rules/paging.ts'
import { inaccuracySentence, pinMessages } from '#rules/precision.ts'
import { type FoundPosition, findCurrentPosition, findGrantedPosition } from '../../../kit/current-position.ts'
import { useTown } from '../../../storage/remembered.ts'
import { TOWN_ZOOM } from '../../areas.tsx'
import {
  boundsOf,
  type DrawnMap,
  FALLBACK_CENTER,
  type FoundPlace,
  type MapProvider,
  PLACE_ZOOM,
  type Position,
  type ProposedPin,
} from '../provider.ts'
import type { PickedPlace } from './chosen-place.tsx'
import { zoomForPrecision } from './place-values.ts'
import type { PlaceSearchState } from './use-place-search.ts'

export type PinEvents = {
  onPin: (position: Position) => void
  /** The address at the pin; null where there is none. */
  onPinAddress: (address: string | null) => void
  onPropose: (pin: ProposedPin) => void
  /** The pin is for the place of that name, which the search does not know. */
  onName: (name: string) => void
  /** The pin is for an address that no list has. */
  onAddress: (address: string) => void
  onConfirm: () => void
  onForget: () => void
}

/** Functions by which the person sets, confirms and removes the pin; `own` is the position set last on this map. */
export function useOwnPin(
  places: Pick<PlaceSearchState, 'addressOf'>,
  { proposed, address }: PickedPlace,
  on: PinEvents,
) {
  const own = useRef<Position | null>(null)
  const [isNameless, setNameless] = useState(false)

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
    isNameless,
    set,
    /** For people without a pointer, who move the map by the arrow keys: proposes its centre. */
    proposeCentre: (centre: Position) => propose(centre, pinMessages.middle),
    /** Sets the pin at the device's position, or proposes it if that is inexact. */
    setAtDevice: ({ lat, lng, accuracy }: FoundPosition) => {
      const says = inaccuracySentence(accuracy)
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

const RESULT_ZOOM = 17

/** Moves the map to the pin whenever that changes, unless it was set on this map: `own` is the pin set there last. */
export function useMoveToPin(
  map: DrawnMap | null,
  pin: Position | null,
  proposed: ProposedPin | null,
  own: RefObject<Position | null>,
) {
  const { lat, lng } = pin ?? {}
  const zoom = proposed?.zoom ?? null
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return
    showPin(map, { lat, lng, zoom }, own.current)
  }, [map, lat, lng, zoom, own])
}

/**
 * Moves the map to a pin: to the pin's zoom or, if that is null, at least to `PLACE_ZOOM`. A pin set on this map moves
 * nothing.
 */
export function showPin(
  map: DrawnMap,
  { zoom, ...pin }: Position & Pick<ProposedPin, 'zoom'>,
  own: Position | null,
): void {
  if (zoom === null && own?.lat === pin.lat && own.lng === pin.lng) return
  map.show(pin, zoom ?? Math.max(map.view().zoom, PLACE_ZOOM))
}

/** Moves the map to show all results of a new search. */
export function useMoveToResults(map: DrawnMap | null, results: readonly FoundPlace[] | null) {
  useEffect(() => {
    const [only, ...others] = results ?? []
    if (others.length > 0) map?.fitBounds(boundsOf((results ?? []).map((place) => place.position)), RESULT_ZOOM)
    else if (only) map?.show(only.position, zoomForPrecision(only.precision, PLACE_ZOOM))
  }, [map, results])
}

type Known = { position: Position | null; proposed: ProposedPin | null; address: string }
type Start = {
  center: Position
  zoom: number
  isKnown: boolean
  /** The device's position, if the map starts there. */
  here?: FoundPosition
}

/** Milliseconds to wait for a granted position, which mostly comes from a cache at once; a map that waits longer seems broken. */
const GRANTED_WAIT_MS = 1000

/**
 * View with which the map opens: at the place as far as known, at the device's position if it is granted and comes soon, at
 * the reader's town, or at the fallback.
 */
export async function initialView(
  { position, proposed, address }: Known,
  provider: MapProvider,
  town?: Position,
): Promise<Start> {
  if (position) return { center: position, zoom: PLACE_ZOOM, isKnown: true }
  if (proposed) return { center: proposed, zoom: proposed.zoom ?? PLACE_ZOOM, isKnown: true }
  const known = address ? await provider.geocode(address).catch(() => null) : null
  if (known) return { center: known.position, zoom: zoomForPrecision(known.precision, PLACE_ZOOM), isKnown: true }
  const here = await Promise.race([findGrantedPosition(), nothingAfter(GRANTED_WAIT_MS)])
  if (here) return { center: here, zoom: PLACE_ZOOM, isKnown: true, here }
  if (town) return { center: town, zoom: TOWN_ZOOM, isKnown: false }
  return { center: FALLBACK_CENTER, zoom: provider.farZoom, isKnown: false }
}

function nothingAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))
}

/**
 * Moves a map to the device's position, unless it is used meanwhile; returns the position, or null.
 * @param isUsed whether by now the person has used the map, it shows a pin or results, or it is removed
 */
export async function moveToDevice(map: DrawnMap, isUsed: () => boolean): Promise<FoundPosition | null> {
  const found = await findCurrentPosition()
  if (found && !isUsed()) map.show(found, PLACE_ZOOM)
  return found
}

/**
 * First view of the picker's map, by `start`. If that is only a guess, the map moves to the device's position once that is
 * found, unless it is used by then: it shows a pin or results (`isUsed`), or the person pressed it (`onUse`).
 */
export function useMapStart(map: DrawnMap | null, value: PickedPlace, isUsed: boolean) {
  const [here, setHere] = useState<Position | null>(null)
  const town = useTown()
  const isStartKnown = useRef(false)
  const wasUsed = useRef(false)
  if (isUsed) wasUsed.current = true
  const start = async (provider: MapProvider) => {
    const { isKnown, here: found, ...view } = await initialView(value, provider, parseNear(town?.near))
    isStartKnown.current = isKnown
    if (found) setHere(found)
    return view
  }
  useEffect(() => {
    if (!map || isStartKnown.current) return
    let isGone = false
    void moveToDevice(map, () => isGone || wasUsed.current).then((found) => {
      if (found && !isGone) setHere(found)
    })
    return () => {
      isGone = true
    }
  }, [map])
  const onUse = () => {
    wasUsed.current = true
  }
  return { start, here, setHere, onUse }
}
