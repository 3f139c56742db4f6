import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import { foundPlacesQuery, type OfferedPlace } from './found-places.ts'
import { type FoundPosts, mapPostsQuery } from './map-posts.ts'
import type { MapSearch, UrlView } from './map-url.ts'
import { argumentsInKorea } from './map-view.ts'
import { type NamedPlace, namedPlacesQuery } from './named-places.ts'
import { type NearestMatch, nearestMatchQuery } from './nearest-match.ts'

const NONE: readonly OfferedPlace[] = []

/**
 * If a new keyword finds nothing in view and names a place, leads the map to the posts elsewhere in Korea that have it, or
 * without any to that place, or to the shop or address that it surely means. '강남에서 파스타' stays, so that the list can
 * say what is missing there, and so does a keyword without a place, for which the list offers the nearest post.
 * @param found results for the keyword in the view, once they are known
 * @param center of the view, near which shops are looked for
 * @param on `onMove`: the map is led there; `onNothing`: no posts in view, and nowhere to lead
 * @returns that place while its view is shown, a function that sets it when the map is reopened, and what else to offer for
 * a keyword without posts in view; `placeWithoutMatch` is its place if no post at all is there and has its other words, too
 */
export function useNamedPlace(
  search: MapSearch,
  found: FoundPosts | undefined,
  center: UrlView,
  on: { onMove: () => void; onNothing: () => void },
): {
  reached: NamedPlace | null
  setReached: (place: NamedPlace | null) => void
  offered: readonly OfferedPlace[]
  placeWithoutMatch: NamedPlace | null
  /** Nearest match of a keyword without a place, and without posts in view. */
  nearest: NearestMatch | null
  /** The view has no results, and the map moves to the named place or may do so yet. */
  mayLead: boolean
} {
  const { keyword = '', lat, lng, zoom } = search
  const client = useQueryClient()
  const execute = useGraphql()
  const navigate = useNavigate({ from: '/map' })
  const [reached, setReached] = useState<NamedPlace | null>(null)
  const onMove = useEffectEvent(on.onMove)
  const onNothing = useEffectEvent(on.onNothing)
  const isMissing = keyword !== '' && found?.count === 0
  const { data: named, isError: isUnknown } = useQuery({ ...namedPlacesQuery(execute, keyword), enabled: isMissing })
  const { data: searched, isError: isUnsearched } = useQuery({
    ...foundPlacesQuery(client, execute, keyword, center),
    enabled: isMissing,
  })
  const isSearched = searched !== undefined || isUnsearched
  const meant = (isMissing && (searched?.sure ?? (searched?.isAddress ? null : named?.meant))) || null
  // A keyword that was found, or looked for in all of Korea, is looked for in the view alone: somebody pans with it.
  const [answered, setAnswered] = useState(keyword)
  const isNew = keyword !== answered
  if (found && isNew && (found.count > 0 || zoom === undefined)) setAnswered(keyword)
  const isNameless = isMissing && named?.places.length === 0 && meant === null
  const { data: nearest, isError: isUnknownNearBy } = useQuery({
    ...nearestMatchQuery(execute, search, center),
    enabled: isNameless && zoom !== undefined,
  })
  const asksKorea = meant !== null
  const { data: inKorea, isError: isUnknownInKorea } = useQuery({
    ...mapPostsQuery(execute, argumentsInKorea(keyword)),
    enabled: asksKorea,
  })
  // A shop beside a station goes before the station.
  const unposted = isSearched && inKorea?.count === 0 ? meant : null
  const placeWithoutMatch =
    unposted !== null && unposted === named?.meant && named.otherWords !== null ? unposted : null
  // The map moves to the place once, so that the person can pan away from it.
  const [ledFor, setLedFor] = useState(zoom === undefined ? '' : keyword)
  const target = placeWithoutMatch && ledFor === keyword ? null : unposted
  const isElsewhere = asksKorea && isNew && (inKorea?.count ?? 0) > 0
  useEffect(() => {
    if (!isElsewhere) return
    // Without a view the map shows all that is found.
    const withoutView = ({ lat: _lat, lng: _lng, zoom: _zoom, ...others }: MapSearch) => others
    void navigate({ to: '.', search: withoutView, replace: true, resetScroll: false })
  }, [isElsewhere, navigate])
  useEffect(() => {
    if (!target) return
    if (placeWithoutMatch) setLedFor(keyword)
    else setReached(target)
    onMove()
    const atTarget = ({ keyword: typed, ...others }: MapSearch) => ({
      ...others,
      ...(placeWithoutMatch && typed !== undefined && { keyword: typed }),
      ...target.view,
    })
    void navigate({ to: '.', search: atTarget, replace: true, resetScroll: false })
  }, [target, placeWithoutMatch, keyword, navigate])
  const isNowhere =
    isMissing &&
    !target &&
    !isElsewhere &&
    (isUnknown ||
      isUnknownInKorea ||
      isUnknownNearBy ||
      (named !== undefined &&
        isSearched &&
        (!asksKorea || inKorea !== undefined) &&
        (!isNameless || zoom === undefined || nearest !== undefined)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for another keyword
  useEffect(() => {
    if (isNowhere) onNothing()
  }, [isNowhere, keyword])
  const isThere =
    keyword === '' && reached?.view.lat === lat && reached?.view.lng === lng && reached?.view.zoom === zoom
  return {
    reached: isThere ? reached : null,
    setReached,
    offered: (isMissing && searched?.offered) || NONE,
    placeWithoutMatch,
    nearest: (isNameless && nearest) || null,
    mayLead: isMissing && !isNowhere,
  }
}
