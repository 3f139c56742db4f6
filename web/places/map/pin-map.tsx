import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { distanceAndAddress } from '#rules/location-text.ts'
import { defaultRadius, parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { metresBetween } from '#rules/position.ts'
import { useGraphql } from '../../graphql.ts'
import { findGrantedPosition } from '../../kit/current-position.ts'
import { MiniPost } from '../../posts/cards/mini-post.tsx'
import { postQuery } from '../../posts/queries/post-query.ts'
import { useTown } from '../../storage/remembered.ts'
import { usePost } from '../../store/use-store.ts'
import { MapBox } from './map-box.tsx'
import { type Bounds, boundsOf, type DrawnMap, type Marker, type Position } from './provider.ts'
import { viewOfAll } from './visible-area.ts'
import './pin-map.css'

/** Maximum number of places of one marker whose rows are shown. */
const MAX_CARDS = 10
const FIRST_ZOOM = 11
const LAST_ZOOM = 18

/** `place_id` is that of a shop without a post. */
type PostPin = Position & { post: string; title: string | null; place_id?: string | null }

type PinMapProps = {
  label: string
  /** CSS selector of the element that the map fills: the first zoom depends on its size. */
  frameSelector: string
  pins: readonly PostPin[]
  /** The list that the pins are of, whose sign and colour they have. */
  listMark?: Marker['mark']
  /** Whether the map opens at the pins around the reader's town or position, if there are any. */
  startsNearReader?: boolean
}

/** Map of posts and shops as pins, with the rows of those that were pressed. */
export function PinMap({ label, frameSelector, pins, listMark, startsNearReader = false }: PinMapProps) {
  const town = useTown()
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [me, setMe] = useState<Position | null>(null)
  const clusters = useMemo(() => clusterPins(pins, zoom), [pins, zoom])
  const markers = useMemo(
    () => clusters.map((cluster) => markerOf(cluster, listMark, chosen)),
    [clusters, listMark, chosen],
  )
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
    setChosen(cluster.pins.slice(0, MAX_CARDS).map(({ post }) => post))
    map.panIntoView(cluster.position)
  }
  return (
    <MapBox
      label={label}
      start={async () => {
        const reader = startsNearReader ? (parseNear(town?.near) ?? (await findGrantedPosition())) : null
        return viewOfAll(reader ? pinsAround(pins, reader) : pins, document.querySelector(frameSelector))
      }}
      markers={markers}
      focusable
      onMap={draw}
      onMove={(view, isZoomed) => isZoomed && setZoom(view.zoom)}
      onMarker={press}
      onPress={() => setChosen([])}
      onLocate={setMe}
    >
      {chosen.length > 0 && (
        <ul className="pin-peek" aria-label="선택한 곳">
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

/** The pins within ten kilometres; without any, all of them. */
export function pinsAround<Pin extends Position>(pins: readonly Pin[], reader: Position): readonly Pin[] {
  const near = pins.filter((pin) => metresBetween(reader, pin) <= defaultRadius)
  return near.length > 0 ? near : pins
}

function isPoint({ bounds: { south, west, north, east } }: PinCluster<PostPin>): boolean {
  return north - south < 1e-4 && east - west < 1e-4
}

function keyOf({ key, pins }: PinCluster<PostPin>): string {
  return pins.length === 1 && pins[0] ? pins[0].post : key
}

function markerOf(cluster: PinCluster<PostPin>, mark: Marker['mark'], chosen: readonly string[]): Marker {
  const { position, pins } = cluster
  const [first] = pins
  const common = { key: keyOf(cluster), position, chosen: pins.some(({ post }) => chosen.includes(post)) }
  if (pins.length > 1 || !first) {
    return { ...common, shape: 'cluster', text: String(pins.length), label: `${pins.length}곳, 확대해서 보기` }
  }
  const shape = mark ? 'spot' : 'pin'
  return { ...common, shape, mark, text: '', label: first.title ?? '삭제된 글', name: first.title ?? '' }
}

function PeekCard({ pin, me }: { pin: PostPin; me: Position | null }) {
  const { place_id: id, title } = pin
  if (!id) return <PeekPost pin={pin} me={me} />
  return (
    <Link to={paths.place} params={{ id }} className="mini pin-peek-name">
      <b>{title}</b>
    </Link>
  )
}

function PeekPost({ pin, me }: { pin: PostPin; me: Position | null }) {
  const post = usePost(useQuery({ ...postQuery(useGraphql(), pin.post), throwOnError: false }).data)
  if (!post) {
    return (
      <p className="mini pin-peek-name">
        <b>{pin.title ?? '삭제된 글'}</b>
      </p>
    )
  }
  return (
    <MiniPost
      post={post}
      story={(me ? distanceAndAddress(post, me) : post.address) ?? post.contents}
      meta={<span>{post.username} 님의 글</span>}
    />
  )
}

/** Pins that lie so close on the screen that they are one marker, at the position of the first. */
type PinCluster<Pin extends Position> = { key: string; position: Position; pins: Pin[]; bounds: Bounds }

/** Pixels between two markers, so that none covers another. */
const APART = 52

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

/** Pixel of a position in the Web Mercator projection of the maps, whose world is 256 pixels wide at zoom 0. */
function pixelOf({ lat, lng }: Position, zoom: number): { x: number; y: number } {
  const world = 256 * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: (lng / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world }
}
