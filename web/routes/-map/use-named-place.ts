import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import { type MapPosts, mapPostsQuery } from './map-posts-query.ts'
import type { MapSearch } from './map-url.ts'
import { argumentsInKorea } from './map-view.ts'
import { type NamedPlace, namedPlacesQuery } from './named-places.ts'

/**
 * If a new keyword finds nothing in view, leads the map to the posts elsewhere in Korea that have it, or without any to the
 * place that it names.
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
  // A keyword that has been answered is looked for in the view alone: somebody pans with it.
  const [answered, setAnswered] = useState(keyword)
  const isNew = keyword !== answered
  if (found && found.count > 0 && isNew) setAnswered(keyword)
  const isNameless = isMissing && isNew && named?.places.length === 0
  const asksKorea = meant !== null || isNameless
  const { data: inKorea, isError: isUnknownInKorea } = useQuery({
    ...mapPostsQuery(execute, argumentsInKorea(keyword)),
    enabled: asksKorea,
  })
  const target = inKorea?.count === 0 ? meant : null
  const isElsewhere = isNameless && (inKorea?.count ?? 0) > 0
  useEffect(() => {
    if (!isElsewhere) return
    setAnswered(keyword)
    // Without a view the map shows all that is found.
    const search = ({ lat: _lat, lng: _lng, zoom: _zoom, ...kept }: MapSearch) => kept
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }, [isElsewhere, keyword, navigate])
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
    !isElsewhere &&
    (isUnknown || isUnknownInKorea || (named !== undefined && (!asksKorea || inKorea !== undefined)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for another keyword
  useEffect(() => {
    if (isNowhere) latest.current.onNothing()
  }, [isNowhere, keyword])
  const isThere =
    keyword === '' && reached?.view.lat === lat && reached?.view.lng === lng && reached?.view.zoom === zoom
  return { reached: isThere ? reached : null, setReached }
}
