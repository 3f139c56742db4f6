import { useMemo, useState } from 'react'
import { MapBox } from '../../places/map/map-box.tsx'
import { boundsOf, type Marker, PLACE_ZOOM } from '../../places/map/provider.ts'
import { viewAround, visibleMargins } from '../../places/map/visible-area.ts'
import type { Entry } from '../../posts/collections/collection-queries.ts'
import { nameOf } from './entry-row.tsx'

/** The places of a collection, each a pin with its number; a press shows its entry. */
export function CollectionMap({ name, entries }: { name: string; entries: readonly Entry[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const pins = useMemo(() => entries.flatMap((entry, index) => pinOf(entry, index + 1, chosen)), [entries, chosen])
  if (pins.length === 0) return <p className="me-map-note">위치가 있는 곳이 아직 없어요.</p>
  const show = (id: string) => {
    setChosen(id)
    const link = document.querySelector<HTMLElement>(`#entry-${id} h2 :is(a, button)`)
    document.getElementById(`entry-${id}`)?.scrollIntoView({ block: 'center' })
    link?.focus({ preventScroll: true })
  }
  return (
    <MapBox
      label={`${name} 지도`}
      start={() => startOf(pins)}
      markers={pins}
      focusable
      onMarker={show}
      onPress={() => setChosen(null)}
    />
  )
}

function pinOf(entry: Entry, number: number, chosen: string | null): Marker[] {
  const { id, lat, lng } = entry
  if (lat === null || lng === null) return []
  const title = nameOf(entry)
  const label = `${number}번 ${title}`
  return [
    { key: id, position: { lat, lng }, shape: 'pin', text: String(number), label, name: title, chosen: id === chosen },
  ]
}

const ROOM = { width: 360, height: 320 }

/** All pins in view, without a move that somebody would have to wait for. */
function startOf(pins: readonly Marker[]) {
  const { width, height } = document.querySelector('.collection-map')?.getBoundingClientRect() ?? ROOM
  const bounds = boundsOf(pins.map(({ position }) => position))
  const { zoom, ...center } = viewAround(bounds, [0, PLACE_ZOOM - 1], [width, height], visibleMargins(height, 0))
  return { center, zoom: Math.floor(zoom) }
}
