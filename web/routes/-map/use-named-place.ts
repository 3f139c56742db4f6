import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import { foundPlacesQuery, type OfferedPlace } from './found-places.ts'
import { type FoundPosts, mapPostsQuery } from './map-posts.ts'
import type { MapSearch, UrlView } from './map-url.ts'
import { koreaVariables } from './map-view.ts'
import { type NamedPlace, namedPlacesQuery } from './named-places.ts'
import { type NearestMatch, nearestMatchQuery } from './nearest-match.ts'

const NONE: readonly OfferedPlace[] = []

/**
 * Moves the map if a new keyword finds no posts in view and names a place, shop or address: to the matching posts elsewhere in
 * Korea, or if there are none, to that place. In the second case the keyword is dropped from the URL, unless it has other words, as
 * '강남 파스타' has: then the list says what is missing there. A keyword that names no place does not move the map, and the list offers
 * the nearest matching post.
 * @param found results for the keyword in the view, once they have loaded
 * @param center of the view, near which shops are searched
 * @param on `onMove`: called when the map is moved; `onNothing`: no posts in view, and nowhere to move to
 */
export function useMoveToNamedPlace(
  search: MapSearch,
  found: FoundPosts | undefined,
  center: UrlView,
  on: { onMove: () => void; onNothing: () => void },
): {
  /** The place that the map was moved to, while its view is shown. */
  reached: NamedPlace | null
  /** Sets `reached`, also when the map is restored after a reload. */
  setReached: (place: NamedPlace | null) => void
  /** Other shops and addresses for a keyword without posts in view. */
  offered: readonly OfferedPlace[]
  /** The place that the keyword names, if no post in Korea matches the place and the keyword's other words. */
  placeWithoutMatch: NamedPlace | null
  /** The nearest matching post, for a keyword that names no place and has no posts in view. */
  nearest: NearestMatch | null
  /** Whether the view has no results and the map moves to a named place, or may still do so. */
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
  // A keyword that has had results, or was searched without a view, no longer moves the map: the person now pans with it.
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
    ...mapPostsQuery(execute, koreaVariables(keyword)),
    enabled: asksKorea,
  })
  // Waits for the search of shops: a shop beside a station is preferred to the station.
  const unposted = isSearched && inKorea?.count === 0 ? meant : null
  const placeWithoutMatch =
    unposted !== null && unposted === named?.meant && named.otherWords !== null ? unposted : null
  // The map moves to the place once, so that the person can pan away from it.
  const [ledFor, setLedFor] = useState(zoom === undefined ? '' : keyword)
  const target = placeWithoutMatch && ledFor === keyword ? null : unposted
  const isElsewhere = asksKorea && isNew && (inKorea?.count ?? 0) > 0
  useEffect(() => {
    if (!isElsewhere) return
    // Without a view in the URL the map shows all matches.
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
