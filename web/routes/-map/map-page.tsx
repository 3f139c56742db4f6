import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useHydrated, useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useGraphql } from '../../kit/use-graphql.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { MapBox } from '../../map/map-box.tsx'
import type { DrawnMap, MapView, Position } from '../../map/provider.ts'
import { type MapPosts, mapPostsQuery } from './get-map-posts.ts'
import { MapList } from './map-list.tsx'
import { type Cluster, clusterKey, markersOf } from './map-markers.ts'
import { useLooked, usePressedPost } from './map-selection.ts'
import { useSheet } from './map-sheet.ts'
import { type AddressedView, koreaView, roundedView, viewArguments, viewOf } from './map-view.ts'

const route = getRouteApi('/map')

/** Nearer than this a press on a number of posts does not lead. */
const OPEN_ZOOM = 18
const MY_ZOOM = 14

/** The feed on a map: numbers that open, and the cards of what is in view. */
export function MapPage() {
  const search = route.useSearch()
  const hydrated = useHydrated()
  // A window that changes its size takes nobody back to all of Korea.
  const korea = useMemo(() => koreaView(hydrated), [hydrated])
  const view = viewOf(search, korea)
  const kept = useRef<MapPosts>(undefined)
  const found = useQuery({
    ...mapPostsQuery(useGraphql(), viewArguments(search, hydrated, view)),
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined && kept.current === undefined,
  })
  // A view that cannot be had leaves the posts of the last one.
  kept.current = found.data ?? kept.current
  const data = kept.current
  const looked = useLooked(search)
  const pressed = usePressedPost(data, looked.pressed)
  const sheet = useSheet()
  // Back closes the sheet and the card before it leaves the map.
  useOverlay(sheet.isOver || looked.pressed !== null, () => {
    sheet.open(false)
    looked.leave()
  })
  const stage = useMapUrlSync(view)
  const { active } = looked
  const markers = useMemo(() => (data ? markersOf(data, active) : []), [data, active])

  const press = (key: string) => {
    const cluster = data?.clusters.find((one) => clusterKey(one) === key)
    if (!cluster || !stage.map) return
    if (!cluster.id) return openCluster(stage.map, cluster, sheet.open)
    if (cluster.id === looked.pressed) pressed.retry()
    looked.press(cluster.id)
    sheet.open(true)
    stage.uncover(cluster)
  }
  return (
    <div className="map-page">
      <MapList
        search={search}
        found={found}
        data={data}
        pressed={pressed}
        active={active}
        onActive={looked.lookAt}
        isOpen={sheet.isOpen}
        onOpen={sheet.open}
        sheet={sheet.element}
      />
      <div className="map-stage">
        <MapBox
          label="맛집 지도"
          start={() => ({ center: view, zoom: view.zoom })}
          markers={markers}
          reachable
          covered={sheet.covered}
          onMap={stage.setMap}
          onMove={stage.onMove}
          onMarker={press}
          onPress={looked.leave}
          onLocate={(at) => stage.map?.show(at, MY_ZOOM)}
        >
          {stage.moved && (
            <button type="button" className="map-again" onClick={stage.searchHere}>
              <RotateCw className="icon icon-s" aria-hidden="true" />이 지역에서 검색
            </button>
          )}
        </MapBox>
      </div>
    </div>
  )
}

type OpenSheet = (isOpen: boolean) => void

/** Shows what a number stands for: nearer, or when all of it is in one place, that place; nearest of all, the list. */
function openCluster(map: DrawnMap, { south, west, north, east, lat, lng }: Cluster, openSheet: OpenSheet) {
  const { zoom } = map.view()
  openSheet(zoom >= OPEN_ZOOM)
  if (south === north && west === east) map.show({ lat, lng }, OPEN_ZOOM)
  else map.fit({ south, west, north, east }, OPEN_ZOOM, Math.min(zoom + 1, OPEN_ZOOM))
}

/**
 * The map and the address follow each other: a zoom searches at once, a move offers to, and whatever else changes the
 * address moves the map.
 */
function useMapUrlSync(view: AddressedView) {
  const navigate = useNavigate({ from: '/map' })
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [moved, setMoved] = useState<AddressedView | null>(null)
  const { lat, lng, zoom } = view
  const shown = useRef(view)
  /** The page moves the map: nobody wants a search there. */
  const isLed = useRef(false)

  const searchAt = (next: AddressedView) => {
    shown.current = next
    setMoved(null)
    void navigate({ to: '.', search: (search) => ({ ...search, ...next }), replace: true, resetScroll: false })
  }
  const onMove = (next: MapView, isZoomed: boolean) => {
    const rounded = roundedView(next)
    const wasLed = isLed.current && !isZoomed
    isLed.current = false
    if (wasLed && !moved) shown.current = rounded
    else if (isSame(rounded, shown.current)) setMoved(null)
    else if (isZoomed) searchAt(rounded)
    else setMoved(rounded)
  }
  const uncover = (position: Position) => {
    isLed.current = true
    if (!map?.uncover(position)) isLed.current = false
  }
  useEffect(() => {
    const addressed = { lat, lng, zoom }
    if (!map || isSame(addressed, shown.current)) return
    shown.current = addressed
    map.show(addressed, zoom)
    setMoved(null)
  }, [map, lat, lng, zoom])
  return { map, setMap, moved, onMove, uncover, searchHere: () => moved && searchAt(moved) }
}

/** A map may round to its own pixels. */
function isSame(one: AddressedView, other: AddressedView): boolean {
  const pixel = 360 / (256 * 2 ** one.zoom)
  const isNear = Math.abs(one.lat - other.lat) < 2 * pixel && Math.abs(one.lng - other.lng) < 2 * pixel
  return one.zoom === other.zoom && isNear
}
