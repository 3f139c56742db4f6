import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useHydrated } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useGraphql } from '../../graphql.ts'
import type { FoundPosition } from '../../kit/current-position.ts'
import { useHistoryEntryKey } from '../../kit/history-entry.ts'
import { useOverlay } from '../../kit/overlays.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { MapBox } from '../../places/map/map-box.tsx'
import type { DrawnMap } from '../../places/map/provider.ts'
import { filtersOf } from '../../posts/lists/list-search.ts'
import { getKeptScreen, keepScreen } from '../../storage/kept-screens.ts'
import { useDeletedNames, useLoadedPosts, usePostStates } from '../../store/use-store.ts'
import { MapList } from './map-list.tsx'
import {
  type Cluster,
  clusterKey,
  type FoundPosts,
  type MapPosts,
  mapPostsQuery,
  markersOf,
  usePressedPost,
  useSelection,
  withoutDeleted,
} from './map-posts.ts'
import { MapSearchField } from './map-search-field.tsx'
import { type Sheet, useSheet } from './map-sheet.ts'
import { findShopByKey, isShopKey, useMapShops, useShopMarkers } from './map-shops.tsx'
import type { MapSearch, UrlView } from './map-url.ts'
import { koreaView, showsKorea, viewFromSearch, viewVariables } from './map-view.ts'
import type { NamedPlace } from './named-places.ts'
import { useFitMatches, useMapUrlSync, usePanToOnlyMatch, useStartAtTown } from './use-map-url-sync.ts'
import { useMoveToNamedPlace } from './use-named-place.ts'
import './map-page.css'

const route = getRouteApi('/map')

/** Highest zoom to which a press on a cluster zooms in. */
const MAX_CLUSTER_ZOOM = 18
/** Lowest zoom at which the device's position is shown. */
const MY_ZOOM = 14

export function MapPage() {
  const search = route.useSearch()
  const hydrated = useHydrated()
  // Resizing the window must not reset the view to all of Korea.
  const korea = useMemo(() => koreaView(hydrated), [hydrated])
  const view = viewFromSearch(search, korea)
  const { found, data, current } = useFoundPosts(search, hydrated, view)
  const selection = useSelection(search)
  const shops = useMapShops(search, hydrated, view)
  const pressed = usePressedPost(data, isShopKey(selection.pressed) ? null : selection.pressed)
  const sheet = useSheet()
  const [me, setMe] = useState<FoundPosition | null>(null)
  // Back first closes the sheet and the pressed card, then leaves the page. A return from a post's page shows them again.
  useOverlay(sheet.isOver || selection.pressed !== null, (isLeaving) => {
    if (isLeaving) return
    sheet.to('peek')
    selection.clear()
  })
  const urlSync = useMapUrlSync(view)
  const isLed = useFitMatches(search, current, korea, sheet.covered)
  /** Pixels by which the map was panned up for the open sheet, to be undone when it closes; 0 after the map has moved elsewhere. */
  const risen = useRef(0)
  const lowerSheet = () => {
    risen.current = 0
    sheet.to('peek')
  }
  const named = useMoveToNamedPlace(search, current, view, {
    onMove: lowerSheet,
    // Opens the list, which offers other meanings and a link without the keyword.
    onNothing: () => sheet.to('half'),
  })
  usePanToOnlyMatch({ ...search, ...(named.reached && { keyword: named.reached.name }) }, current, urlSync)
  useRestoredMap({ selection, sheet, urlSync, named, risen, me, setMe }, data)
  useSearchHereOnChange(search, urlSync.searchHere)
  const shownSearch = { ...search, ...urlSync.panned }
  const isCovered = sheet.isOver && sheet.height === 'full'
  const setPlace = (place: NamedPlace | null) => {
    named.setReached(place)
    // The open list would cover the map that moves.
    if (place) lowerSheet()
  }
  const goTo = (at: FoundPosition) => {
    setMe(at)
    risen.current = 0
    urlSync.show(at, MY_ZOOM)
  }
  useStartAtTown(search, urlSync, goTo)
  const { active } = selection
  const stateOf = usePostStates()
  const shopMarkers = useShopMarkers(shops, active)
  const markers = useMemo(
    () => [...(data ? markersOf(data, { active, zoom: view.zoom, stateOf }) : []), ...shopMarkers],
    [data, active, view.zoom, stateOf, shopMarkers],
  )

  const press = (key: string) => {
    const shop = findShopByKey(shops, key)
    if (shop) {
      selection.press(key)
      if (sheet.height !== 'half') sheet.to('half')
      return urlSync.panIntoView(shop)
    }
    const cluster = data?.clusters.find((one) => clusterKey(one) === key)
    if (!cluster || !urlSync.map) return
    if (!cluster.id) {
      risen.current = 0
      return openCluster(urlSync.map, cluster, sheet)
    }
    if (cluster.id === selection.pressed) pressed.retry()
    selection.press(cluster.id)
    // A list at full height would cover the pin.
    if (sheet.height === 'full') sheet.to('half')
    urlSync.panIntoView(cluster)
  }
  const panTo = (id: string | null) => {
    const one = findShopByKey(shops, id) ?? data?.clusters.find((one) => one.id !== null && one.id === id)
    if (one) urlSync.panIntoView(one)
    return one !== undefined
  }
  // Keeps the map's centre in the middle of the part above the sheet, unless the active pin has to be made visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the sheet moves, and when the map is drawn after it
  useEffect(() => {
    if (!urlSync.map || sheet.height === 'full' || (sheet.height === 'half' && panTo(active))) return
    const rise = sheet.height === 'half' ? sheet.rise() : 0
    urlSync.panDown(rise - risen.current)
    risen.current = rise
  }, [sheet.height, urlSync.map])
  return (
    <div className="map-page">
      <MapSearchField
        search={shownSearch}
        reached={named.reached}
        isCovered={isCovered}
        onPlace={(place) => {
          setPlace(place)
          if (place) urlSync.goTo(place.view)
        }}
      />
      <MapList
        search={shownSearch}
        found={found}
        data={data}
        offered={named.offered}
        place={urlSync.panned ? null : named.reached}
        placeWithoutMatch={named.placeWithoutMatch}
        nearest={named.nearest}
        isLed={isLed || named.mayLead}
        isAllOfKorea={showsKorea(urlSync.panned ?? view, hydrated)}
        pressed={pressed}
        shops={shops}
        pressedShop={findShopByKey(shops, selection.pressed)}
        middle={view}
        me={me}
        active={active}
        onActive={selection.highlight}
        onMiddle={(id) => {
          selection.highlight(id)
          panTo(id)
        }}
        onPlace={setPlace}
        sheet={sheet}
      />
      <div className="map-stage" inert={isCovered}>
        <MapBox
          label="맛집 지도"
          start={urlSync.start}
          markers={markers}
          focusable
          pin={named.reached?.hasPin ? named.reached.view : null}
          pinName={named.reached?.name}
          covered={sheet.covered}
          onMap={urlSync.setMap}
          onMove={urlSync.onMove}
          onMarker={press}
          onPress={selection.clear}
          onLocate={goTo}
        >
          {urlSync.panned && (
            <button type="button" className="pill map-again" onClick={urlSync.searchHere}>
              <PageIcon name="rotate-cw" className="icon icon-s" />이 지역에서 다시 찾기
            </button>
          )}
        </MapBox>
      </div>
    </div>
  )
}

/** `data`: the posts found, or those of the previous search while loading; `current`: only those of this search. */
function useFoundPosts(search: MapSearch, hydrated: boolean, view: UrlView) {
  const [last, setLast] = useState<FoundPosts>()
  const found = useQuery({
    ...mapPostsQuery(useGraphql(), viewVariables(search, hydrated, view)),
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined && last === undefined,
  })
  const all = found.data ?? last
  if (all !== last) setLast(all)
  const deleted = useDeletedNames()
  const posts = useLoadedPosts(all?.data ?? [])
  const data = useMemo(() => all && withoutDeleted({ ...all, data: posts }, deleted), [all, posts, deleted])
  return { found, data, current: hydrated && !found.isPlaceholderData ? found.data : undefined }
}

/** Searches the visible view when a filter or an order is chosen after panning. */
function useSearchHereOnChange(search: MapSearch, searchHere: () => void) {
  const chosen = JSON.stringify({ ...filtersOf(search), filter: search.filter })
  const before = useRef(chosen)
  const searchNow = useEffectEvent(searchHere)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    searchNow()
  }, [chosen])
}

type RestoredMap = {
  selection: ReturnType<typeof useSelection>
  sheet: Sheet
  urlSync: ReturnType<typeof useMapUrlSync>
  named: ReturnType<typeof useMoveToNamedPlace>
  risen: RefObject<number>
  me: FoundPosition | null
  setMe: (me: FoundPosition | null) => void
}

/** After a reload or a return, restores the map's view, the sheet, the card and a visible pin, and saves them for the next one. */
function useRestoredMap(
  { selection, sheet, urlSync, named, risen, me, setMe }: RestoredMap,
  data: MapPosts | undefined,
) {
  const { active, pressed, select } = selection
  const { map, panned, startAt, panIntoView } = urlSync
  const { height, to } = sheet
  const { reached, setReached } = named
  const entry = useHistoryEntryKey()
  const hidden = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page appears
  useEffect(() => {
    const saved = getKeptScreen(entry).map
    if (!saved) return
    hidden.current = saved.active
    select(saved)
    to(saved.sheet)
    startAt(saved.panned)
    setReached(saved.reached)
    setMe(saved.me)
    // The saved view was already panned up for the sheet.
    if (saved.panned && saved.sheet === 'half') risen.current = sheet.rise()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the map is there
  useEffect(() => {
    if (me) map?.showCurrentPosition(me)
  }, [map])
  useEffect(
    () => keepScreen(entry, { map: { panned, active, pressed, sheet: height, reached, me } }),
    [entry, active, pressed, height, panned, reached, me],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the map and the pin are there
  useEffect(() => {
    const cluster = data?.clusters.find(({ id }) => id !== null && id === hidden.current)
    if (!map || !cluster) return
    hidden.current = null
    panIntoView(cluster)
  }, [map, data])
}

/** Size in degrees, some 30 metres, below which a cluster does not split at any zoom. */
const ONE_PLACE_DEGREES = 0.0003

/** Zooms in to a cluster's bounds; opens the list if all its posts are in one place or the map cannot zoom in further. */
function openCluster(map: DrawnMap, { south, west, north, east }: Cluster, sheet: Sheet) {
  const { zoom } = map.view()
  const isOnePlace = north - south < ONE_PLACE_DEGREES && east - west < ONE_PLACE_DEGREES
  if (isOnePlace || zoom >= MAX_CLUSTER_ZOOM) sheet.toCards()
  else sheet.to('peek')
  const nearest = Math.max(zoom, MAX_CLUSTER_ZOOM)
  map.fitBounds({ south, west, north, east }, nearest, isOnePlace ? nearest : Math.min(zoom + 1, nearest))
}
