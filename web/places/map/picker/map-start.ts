import { useEffect, useRef, useState } from 'react'
import { type FoundPosition, findCurrentPosition, findGrantedPosition } from '../../../kit/current-position.ts'
import { type DrawnMap, FALLBACK_CENTER, type MapProvider, type Position, type ProposedPin } from '../provider.ts'
import type { PickedPlace } from './chosen-place.tsx'
import { zoomOf } from './place-values.ts'

type Known = { position: Position | null; proposed: ProposedPin | null; address: string }
type Start = {
  center: Position
  zoom: number
  /** Whether it is the place of the post, or the device's position. */
  isKnown: boolean
  /** The device's position, if the map starts there. */
  here?: FoundPosition
}

/** A granted position mostly comes from a cache, at once; a map that waits any longer seems broken. In milliseconds. */
const GRANTED_WAIT = 1000

/** The place as far as known, the device's position if it is granted and comes soon, or the fallback. */
export async function startOf({ position, proposed, address }: Known, provider: MapProvider): Promise<Start> {
  if (position) return { center: position, zoom: provider.zoom, isKnown: true }
  if (proposed) return { center: proposed, zoom: proposed.zoom ?? provider.zoom, isKnown: true }
  const known = address ? await provider.geocode(address).catch(() => null) : null
  if (known) return { center: known.position, zoom: zoomOf(known.precision, provider.zoom), isKnown: true }
  const here = await Promise.race([findGrantedPosition(), nothingAfter(GRANTED_WAIT)])
  if (here) return { center: here, zoom: provider.zoom, isKnown: true, here }
  return { center: FALLBACK_CENTER, zoom: provider.farZoom, isKnown: false }
}

function nothingAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))
}

/**
 * Moves a map from the fallback to the device's position, or null, unless it is used meanwhile.
 * @param isUsed whether the person has used the map by now, it shows a pin or results, or is gone; its view does not
 * tell
 */
export async function moveToDevice(map: DrawnMap, zoom: number, isUsed: () => boolean): Promise<FoundPosition | null> {
  const found = await findCurrentPosition()
  if (found && !isUsed()) map.show(found, zoom)
  return found
}

/** How the picker's map starts; `isUsed`: it shows a pin or results. Call `onUse` when the person uses the map. */
export function useMapStart(map: DrawnMap | null, value: PickedPlace, isUsed: boolean) {
  const [here, setHere] = useState<Position | null>(null)
  const placeZoom = useRef(0)
  const isStartKnown = useRef(false)
  const wasUsed = useRef(false)
  if (isUsed) wasUsed.current = true
  const start = async (provider: MapProvider) => {
    placeZoom.current = provider.zoom
    const { isKnown, here: found, ...view } = await startOf(value, provider)
    isStartKnown.current = isKnown
    if (found) setHere(found)
    return view
  }
  useEffect(() => {
    if (!map || isStartKnown.current) return
    let isGone = false
    void moveToDevice(map, placeZoom.current, () => isGone || wasUsed.current).then((found) => {
      if (found && !isGone) setHere(found)
    })
    return () => {
      isGone = true
    }
  }, [map])
  const onUse = () => {
    wasUsed.current = true
  }
  return { start, placeZoom, here, setHere, onUse }
}
