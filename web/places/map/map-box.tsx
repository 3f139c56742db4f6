import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { type FoundPosition, findPositionOrToast } from '../../kit/current-position.ts'
import { RetryButton } from '../../kit/empty-state.tsx'
import { LocateFixed, Minus, Plus } from '../../kit/icons.gen.ts'
import { placeAttributionsQuery } from '../place-query.ts'
import type { Credit, DrawnMap, MapOptions, MapProvider, Marker, PinExtent, Position } from './provider.ts'
import { type InitialView, useDrawnMap } from './use-drawn-map.ts'
import './drawn-map.css'

type MapBoxProps = Omit<MapOptions, 'center' | 'zoom' | 'onCredit'> & {
  label: string
  start: (provider: MapProvider) => InitialView | Promise<InitialView>
  markers?: readonly Marker[]
  pin?: Position | null
  /** Name of the place, for a pin that only shows a position. */
  pinName?: string | undefined
  /** The pin is not confirmed yet. */
  isPinProposed?: boolean
  /** Possible area of a proposed pin. */
  extent?: PinExtent | null | undefined
  onMap?: (map: DrawnMap | null) => void
  /** Called with the device's position after a press of its button. */
  onLocate?: (position: FoundPosition) => void
  onUse?: () => void
  children?: ReactNode
}

const NONE: readonly Marker[] = []

/** A map with its buttons and credits. Its content is also elsewhere on the page, so it may fail. */
export function MapBox({
  label,
  markers = NONE,
  pin = null,
  pinName,
  isPinProposed = false,
  extent = null,
  onMap,
  onLocate,
  onUse,
  children,
  ...options
}: MapBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [credits, setCredits] = useState<readonly Credit[]>([])
  const { map, status, error, attempt, retry } = useDrawnMap(box, { ...options, onCredit: setCredits })
  const tell = useEffectEvent((drawn: DrawnMap | null) => onMap?.(drawn))
  useEffect(() => {
    tell(map)
  }, [map])
  useEffect(() => map?.setMarkers(markers), [map, markers])
  const { lat, lng } = pin ?? {}
  useEffect(() => {
    map?.setPin(lat === undefined || lng === undefined ? null : { lat, lng }, !isPinProposed, extent, pinName)
  }, [map, lat, lng, isPinProposed, extent, pinName])
  return (
    <section
      className="map"
      aria-label={label}
      data-status={status}
      onPointerDownCapture={onUse}
      onClickCapture={onUse}
      onWheelCapture={onUse}
      onKeyDownCapture={onUse}
    >
      {/* A new element for each attempt, because a failed one may leave something in it. */}
      <div key={attempt} ref={box} className="map-canvas" />
      {status === 'failure' && <Failure error={error} onRetry={retry} />}
      {status === 'loading' && (
        <p className="map-note" role="status">
          지도를 불러오는 중…
        </p>
      )}
      {map && <Tools map={map} onLocate={onLocate} />}
      {map && <Credits own={credits} />}
      {children}
    </section>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="map-failure" role="alert">
      <p>{sentenceOf(error, '지도를 불러오지 못했어요.')}</p>
      <RetryButton look="outline" small onPress={onRetry} />
    </div>
  )
}

function Tools({ map, onLocate }: { map: DrawnMap; onLocate: ((position: FoundPosition) => void) | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const locate = async () => {
    setIsAsking(true)
    const position = await findPositionOrToast()
    setIsAsking(false)
    if (!position) return
    onLocate?.(position)
    map.showCurrentPosition(position)
  }
  return (
    <div className="map-tools">
      <button type="button" className="map-tool" aria-label="지도 확대" onClick={() => map.zoomBy(1)}>
        <Plus className="icon" />
      </button>
      <button type="button" className="map-tool" aria-label="지도 축소" onClick={() => map.zoomBy(-1)}>
        <Minus className="icon" />
      </button>
      {onLocate && (
        <button
          type="button"
          className="map-tool map-locate"
          aria-label="내 위치"
          aria-disabled={isAsking || undefined}
          onClick={() => isAsking || void locate()}
        >
          <LocateFixed className="icon" />
        </button>
      )}
    </div>
  )
}

/** Maximum number of letters of credits that fit on the smallest map. */
const SHORT_CREDIT_LETTERS = 36

/** Attributions. On a small map a long text is hidden behind a button, but for the first line of the map itself. */
function Credits({ own }: { own: readonly Credit[] }) {
  const { data } = useQuery(placeAttributionsQuery(useGraphql()))
  const [isOpen, setOpen] = useState(false)
  const others = (data ?? []).filter(({ text }) => !own.some((credit) => credit.text.includes(text)))
  const lines = [...own.map((credit) => ({ source: credit.text, ...credit })), ...others]
  if (lines.length === 0) return null
  const isMuch = lines.reduce((sum, { text }) => sum + text.length, 0) > SHORT_CREDIT_LETTERS
  return (
    <div className="map-credits" data-many={isMuch || undefined} data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        지도 출처
      </button>
      <p>
        {lines.map(({ source, text, url }) => {
          const isFirst = text === own[0]?.text
          return url && /^https?:/.test(url) ? (
            <a key={source} href={url} data-always={isFirst || undefined} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ) : (
            <span key={source} data-always={isFirst || undefined}>
              {text}
            </span>
          )
        })}
      </p>
    </div>
  )
}

/** Scrolls a list to its `data-active` row, unless the row would move away from the pointer or the focus. */
export function scrollToActiveRow(list: HTMLElement | null): void {
  const row = list?.querySelector('[data-active]')
  if (row && !row.matches(':hover, :focus-within')) row.scrollIntoView({ block: 'nearest', inline: 'center' })
}
