import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useState } from 'react'
import { parseNear } from '#rules/paging.ts'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { RetryButton } from '../../kit/empty-state.tsx'
import { MapBox } from '../../places/map/map-box.tsx'
import type { DrawnMap, MapView, Marker } from '../../places/map/provider.ts'
import { viewOfAll } from '../../places/map/visible-area.ts'
import { mapShopsQuery } from '../../places/shops.ts'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import type { CollectionEntry } from '../../posts/collections/collection-queries.ts'
import { useTown } from '../../storage/remembered.ts'
import { usePosts } from '../../store/use-store.ts'
import { clusterKey, mapPostsQuery, markersOf } from '../-map/map-posts.ts'
import { findShopByKey, NO_SHOPS, useShopMarkers } from '../-map/map-shops.tsx'
import { roundedView, type UrlView } from '../-map/map-url.ts'
import { koreaView, viewVariables } from '../-map/map-view.ts'
import { PickRows } from './pick-lists.tsx'
import type { PlacesToAdd } from './picks.ts'

type PickOnMapProps = { picks: PlacesToAdd; entries: readonly CollectionEntry[]; lastView: RefObject<UrlView | null> }

/** Zoom at which the map opens around the reader's town. It is the lowest that shows shops: a new town has no posts yet. */
const TOWN_ZOOM = MIN_SHOPS_ZOOM
const LAST_ZOOM = 18

/** A map whose pins are chosen by a press, and check boxes for posts and shops in view, for people who cannot press pins. */
export function PickOnMap({ picks, entries, lastView }: PickOnMapProps) {
  const town = useTown()
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [view, setView] = useState<MapView | null>(null)
  const { found, data, shops } = useFound(view)
  const posts = usePosts(data?.data ?? [])
  const shopMarkers = useShopMarkers(shops, null)
  const { picked, toggle, numberOf } = picks
  const markers = useMemo(() => {
    const all = data ? markersOf({ ...data, data: [] }, { active: null, zoom: view?.zoom ?? 0 }) : []
    const posts = all.map((marker) =>
      marker.shape === 'cluster' ? marker : pickMarker(marker, `post ${marker.key}`, picks),
    )
    return [...posts, ...shopMarkers.map((marker, nth) => pickMarker(marker, `place ${shops[nth]?.id}`, picks))]
  }, [data, shops, shopMarkers, view?.zoom, picks])
  const look = (at: MapView) => {
    lastView.current = roundedView(at)
    setView(at)
  }
  const start = () => {
    const known = lastView.current
    if (known) return { center: known, zoom: known.zoom }
    const there = entries.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
    const chosen = [...picked.values()].flatMap((at) => at ?? [])
    const positions = chosen.length > 0 ? chosen : there
    if (positions.length > 0) return viewOfAll(positions, document.querySelector('.pick-map'))
    const here = parseNear(town?.near)
    if (here) return { center: here, zoom: TOWN_ZOOM }
    const { zoom, ...center } = koreaView(true)
    return { center, zoom }
  }
  const pick = (target: Target) => {
    if (numberOf(target) === 0) toggle(target, null)
  }
  const press = (key: string) => {
    const shop = findShopByKey(shops, key)
    if (shop) return pick(`place ${shop.id}`)
    const cluster = data?.clusters.find((one) => clusterKey(one) === key)
    if (!cluster || !map) return
    if (cluster.id === null) return map.fitBounds(cluster, LAST_ZOOM, Math.min(map.view().zoom + 1, LAST_ZOOM))
    pick(`post ${cluster.id}`)
  }
  return (
    <>
      <div className="pick-map">
        <MapBox
          label="담을 곳을 고르는 지도"
          start={start}
          markers={markers}
          focusable
          onMap={(drawn) => {
            setMap(drawn)
            if (drawn) look(drawn.view())
          }}
          onMove={look}
          onMarker={press}
          onLocate={(at) => map?.show(at, TOWN_ZOOM)}
        />
      </div>
      <p className="hint" role="status">
        {data && countText(data, shops.length)}
      </p>
      {found.isError && (
        <div role="alert">
          <p>{sentenceOf(found.error)}</p>
          <RetryButton look="outline" small onPress={() => void found.refetch()} />
        </div>
      )}
      <div className="pick-scroll">
        <PickRows posts={posts} shops={shops} picks={picks} />
      </div>
    </>
  )
}

function useFound(view: MapView | null) {
  const graphql = useGraphql()
  const asked = viewVariables({}, true, view ? roundedView(view) : undefined)
  const shown = view ? { ...asked, ...view.bounds } : asked
  const options = { placeholderData: keepPreviousData, throwOnError: false } as const
  const found = useQuery({ ...mapPostsQuery(graphql, shown), ...options, enabled: view !== null })
  const { south, west, north, east, zoom } = shown
  const isNear = view !== null && zoom >= MIN_SHOPS_ZOOM
  const { data } = useQuery({
    ...mapShopsQuery(graphql, { south, west, north, east, zoom }),
    ...options,
    enabled: isNear,
  })
  return { found, data: found.data, shops: (isNear && data) || NO_SHOPS }
}

function countText({ count, estimated }: { count: number; estimated: boolean }, shops: number): string {
  if (count === 0 && shops > 0) return `아직 글이 없는 가게 ${shops}곳이 보여요.`
  if (count === 0) return '여기에는 아직 글이 없어요. 지도를 옮기거나 더 가까이 보세요.'
  return `지도에 보이는 글 ${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}개`
}

/** The marker of a post or shop: numbered if the collection contains it, as on the collection's own map; highlighted if chosen. */
function pickMarker(marker: Marker, target: Target, { picked, numberOf }: PlacesToAdd): Marker {
  const { key, position, name = '', label } = marker
  const number = numberOf(target)
  if (number > 0)
    return { key, position, name, shape: 'pin', text: String(number), label: `${number} ${name}, 이미 담겨 있어요` }
  return picked.has(target) ? { ...marker, chosen: true, label: `${label}, 골랐어요` } : marker
}
