import { useEffect, useRef, useState } from 'react'
import type { DrawnMap, MapProvider, Position } from '../provider.ts'
import type { PickedPlace } from './chosen-place.tsx'
import { moveToDevice, startOf } from './map-start.ts'

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
