import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { locationLabel } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { useDeleted } from '../../kit/delete-later.ts'
import { Drawing, RetryButton } from '../../kit/empty-state.tsx'
import { MapBox } from '../../places/map/map-box.tsx'
import { type Bounds, boundsOf, type DrawnMap, type Marker, type Position } from '../../places/map/provider.ts'
import { viewOfAll } from '../../places/map/visible-area.ts'
import { MiniPost } from '../../posts/cards/mini-post.tsx'
import type { Facts } from '../../posts/lists/list-search.ts'
import { postQuery } from '../../posts/queries/post-query.ts'
import type { Tab } from './me-tools.tsx'
import { type SavedPin, savedPinsQuery } from './saved-queries.ts'

/** Places of one marker whose rows are shown. */
const MOST_CARDS = 10
const FIRST_ZOOM = 11
/** Pins that still share a marker at this zoom are of one place: a press shows all of them. */
const LAST_ZOOM = 18

type SavedMapProps = { tab: Tab; keyword: string; facts: Facts }

/** A list's places on a map, each a pin in the list's colour. */
export function SavedMap({ tab, keyword, facts }: SavedMapProps) {
  const { data, isError, refetch } = useQuery(savedPinsQuery(useGraphql(), { list: tab.list, keyword, facts }))
  const deleted = useDeleted()
  const pins = useMemo(() => data?.filter(({ post }) => !deleted.has(`post ${post}`)), [data, deleted])
  if (isError && !pins) {
    return (
      <div className="me-map-note" role="alert">
        <p>지도를 불러오지 못했어요.</p>
        <RetryButton look="outline" small onPress={() => void refetch()} />
      </div>
    )
  }
  if (!pins) return <div className="me-map-note" aria-busy="true" />
  if (pins.length === 0) {
    return (
      <div className="me-map-note">
        <Drawing name="map" isSmall />
        <p>위치가 있는 곳이 아직 없어요.</p>
        <Link to={paths.map} className="btn btn-outline btn-small">
          지도에서 보기
        </Link>
      </div>
    )
  }
  return <PinMap pins={pins} tab={tab} />
}

function PinMap({ pins, tab }: { pins: readonly SavedPin[]; tab: Tab }) {
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [me, setMe] = useState<Position | null>(null)
  const clusters = useMemo(() => clusterPins(pins, zoom), [pins, zoom])
  const markers = useMemo(() => clusters.map((cluster) => markerOf(cluster, tab, chosen)), [clusters, tab, chosen])
  const draw = useCallback((drawn: DrawnMap | null) => {
    setMap(drawn)
    if (drawn) setZoom(drawn.view().zoom)
  }, [])
  const press = (key: string) => {
    const cluster = clusters.find((one) => keyOf(one) === key)
    if (!cluster || !map) return
    const isOnePlace = zoom >= LAST_ZOOM || isPoint(cluster)
    if (cluster.pins.length > 1 && !isOnePlace)
      return map.fitBounds(cluster.bounds, LAST_ZOOM, Math.min(zoom + 1, LAST_ZOOM))
    setChosen(cluster.pins.slice(0, MOST_CARDS).map(({ post }) => post))
    map.panIntoView(cluster.position)
  }
  return (
    <MapBox
      label={`${tab.name} 지도`}
      start={() => viewOfAll(pins, document.querySelector('.me-map'))}
      markers={markers}
      focusable
      onMap={draw}
      onMove={(view, isZoomed) => isZoomed && setZoom(view.zoom)}
      onMarker={press}
      onPress={() => setChosen([])}
      onLocate={setMe}
    >
      {chosen.length > 0 && (
        <ul className="me-peek" aria-label="고른 곳">
          {pins
            .filter(({ post }) => chosen.includes(post))
            .map((pin) => (
              <li key={pin.post}>
                <PeekCard pin={pin} me={me} />
              </li>
            ))}
        </ul>
      )}
    </MapBox>
  )
}

function isPoint({ bounds: { south, west, north, east } }: PinCluster<SavedPin>): boolean {
  return north - south < 1e-4 && east - west < 1e-4
}

/** A single pin keeps its element while the map zooms. */
function keyOf({ key, pins }: PinCluster<SavedPin>): string {
  return pins.length === 1 && pins[0] ? pins[0].post : key
}

function markerOf(cluster: PinCluster<SavedPin>, { mark }: Tab, chosen: readonly string[]): Marker {
  const { position, pins } = cluster
  const [first] = pins
  const common = { key: keyOf(cluster), position, chosen: pins.some(({ post }) => chosen.includes(post)) }
  if (pins.length > 1 || !first) {
    return { ...common, shape: 'cluster', text: String(pins.length), label: `${pins.length}곳, 가까이 보기` }
  }
  return { ...common, shape: 'spot', mark, text: '', label: first.title ?? '지워진 글', name: first.title ?? '' }
}

/** The pressed place; of one whose post is gone only the name is known. */
function PeekCard({ pin, me }: { pin: SavedPin; me: Position | null }) {
  const { data: post } = useQuery({ ...postQuery(useGraphql(), pin.post), throwOnError: false })
  if (!post) {
    return (
      <p className="mini me-peek-name">
        <b>{pin.title ?? '지워진 글'}</b>
      </p>
    )
  }
  return (
    <MiniPost
      post={post}
      story={(me ? locationLabel(post, me) : post.address) ?? post.contents}
      meta={<span>{post.username} 님의 글</span>}
    />
  )
}

/** Pins that lie so close on the screen that they are one marker, at the position of the first. */
type PinCluster<Pin extends Position> = { key: string; position: Position; pins: Pin[]; bounds: Bounds }

/** Pixels between two markers, so that none covers another. */
const APART = 52

/** Each pin joins the first marker that is near at that zoom, whatever part of the map is in view. */
export function clusterPins<Pin extends Position>(pins: readonly Pin[], zoom: number): PinCluster<Pin>[] {
  const level = Math.round(zoom)
  const clusters: { x: number; y: number; pins: [Pin, ...Pin[]] }[] = []
  for (const pin of pins) {
    const { x, y } = pixelOf(pin, level)
    const near = clusters.find((one) => Math.hypot(one.x - x, one.y - y) < APART)
    if (near) near.pins.push(pin)
    else clusters.push({ x, y, pins: [pin] })
  }
  return clusters.map(({ x, y, pins: together }) => {
    const [{ lat, lng }] = together
    return { key: `${level}:${x}:${y}`, position: { lat, lng }, pins: together, bounds: boundsOf(together) }
  })
}

/** In the Web Mercator projection of the maps, whose world is 256 pixels wide at zoom 0. */
function pixelOf({ lat, lng }: Position, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: (lng / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world }
}
