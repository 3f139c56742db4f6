import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import { type MapPosts, mapPostsQuery } from './map-posts-query.ts'
import type { MapSearch } from './map-url.ts'
import { argumentsInKorea } from './map-view.ts'
import { type NamedPlace, namedPlacesQuery } from './named-places.ts'

/**
 * Leads the map to the place that a keyword names if no post in all of Korea has the keyword.
 * @param found what was found for the keyword in the view, once it is known
 * @param on `onMove`: the map is led there; `onNothing`: no posts in view, and nowhere to lead
 * @returns that place while its view is shown, and a function that sets it when the map is reopened
 */
export function useNamedPlace(
  { keyword = '', lat, lng, zoom }: MapSearch,
  found: MapPosts | undefined,
  on: { onMove: () => void; onNothing: () => void },
): { reached: NamedPlace | null; setReached: (place: NamedPlace | null) => void } {
  const execute = useGraphql()
  const navigate = useNavigate({ from: '/map' })
  const [reached, setReached] = useState<NamedPlace | null>(null)
  const latest = useRef(on)
  latest.current = on
  const isMissing = keyword !== '' && found?.count === 0
  const { data: named, isError: isUnknown } = useQuery({ ...namedPlacesQuery(execute, keyword), enabled: isMissing })
  const meant = (isMissing && named?.meant) || null
  const { data: inKorea, isError: isUnknownInKorea } = useQuery({
    ...mapPostsQuery(execute, argumentsInKorea(keyword)),
    enabled: meant !== null,
  })
  const target = inKorea?.count === 0 ? meant : null
  useEffect(() => {
    if (!target) return
    setReached(target)
    latest.current.onMove()
    const search = ({ keyword: _dropped, ...kept }: MapSearch) => ({ ...kept, ...target.view })
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }, [target, navigate])
  const isNowhere =
    isMissing &&
    !target &&
    (isUnknown || isUnknownInKorea || (named !== undefined && (!meant || inKorea !== undefined)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for another keyword
  useEffect(() => {
    if (isNowhere) latest.current.onNothing()
  }, [isNowhere, keyword])
  const isThere =
    keyword === '' && reached?.view.lat === lat && reached?.view.lng === lng && reached?.view.zoom === zoom
  return { reached: isThere ? reached : null, setReached }
}
