import { useEffect, useRef } from 'react'
import { type FoundPosition, findGrantedPosition } from '../../kit/current-position.ts'
import type { MapSearch } from './map-url.ts'
import type { useMapUrlSync } from './use-map-url-sync.ts'

/**
 * Starts the map at the device's position if the URL has neither a view nor a keyword and the position is granted
 * already: nobody is asked. Whoever has moved the map meanwhile stays there.
 */
export function useStartHere(
  search: MapSearch,
  { map, panned }: Pick<ReturnType<typeof useMapUrlSync>, 'map' | 'panned'>,
  goTo: (at: FoundPosition) => void,
): void {
  const isFree = search.zoom === undefined && !search.keyword && panned === null
  const latest = useRef({ isFree, goTo })
  latest.current = { isFree, goTo }
  const isDone = useRef(!isFree)
  useEffect(() => {
    if (!map || isDone.current) return
    isDone.current = true
    void findGrantedPosition().then((at) => {
      if (!at || !latest.current.isFree) return
      latest.current.goTo(at)
      map.showCurrentPosition(at)
    })
  }, [map])
}
