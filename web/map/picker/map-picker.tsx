import { MapPin } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { searchLimits } from '#rules/search.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { findCurrentPosition } from '../current-position.ts'
import { MapBox } from '../map-box.tsx'
import {
  boundsOf,
  type DrawnMap,
  FALLBACK_CENTER,
  type FoundPlace,
  type MapProvider,
  type Position,
} from '../provider.ts'
import { PlaceResults } from './map-picker-results.tsx'
import { usePlaces } from './use-places.ts'

export type PickedPlace = { place_name: string; address: string; position: Position | null }

type MapPickerProps = {
  value: PickedPlace
  /** A place of the list was chosen. */
  onChoose: (place: FoundPlace) => void
  /** The pin was set; its address follows as soon as it is known. */
  onMove: (position: Position | null, address?: string) => void
  /** Fields for typing the place by hand. */
  children: ReactNode
}

/** Nearer than this a search's results are not shown. */
const RESULT_ZOOM = 17

/** Chooses the place of a post: by keyword from a list, or with a pin on the map. The list does without the map. */
export function MapPicker({ value, onChoose, onMove, children }: MapPickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const [here, setHere] = useState<Position | null>(null)
  /** How near one place is shown at least. */
  const placeZoom = useRef(0)
  /** The pin stands where no address is known. */
  const [isNameless, setNameless] = useState(false)
  const places = usePlaces()
  const { position } = value
  const results = position ? null : places.results
  const markers = useMemo(() => markersOf(results, active), [results, active])

  const show = useCallback((at: Position) => map?.show(at, Math.max(map.view().zoom, placeZoom.current)), [map])
  useEffect(() => {
    const [only, ...others] = results ?? []
    if (others.length > 0) map?.fitBounds(boundsOf((results ?? []).map((place) => place.position)), RESULT_ZOOM)
    else if (only) show(only.position)
  }, [map, results, show])

  const start = async (provider: MapProvider) => {
    placeZoom.current = provider.zoom
    if (position) return { center: position, zoom: provider.zoom }
    const known = value.address ? await provider.geocode(value.address).catch(() => null) : null
    if (known) return { center: known.position, zoom: provider.zoom }
    const found = await findCurrentPosition()
    if (found) setHere(found)
    return { center: found ?? FALLBACK_CENTER, zoom: found ? provider.zoom : provider.farZoom }
  }
  const search = () => {
    setActive(null)
    void places.search(input.current?.value ?? '', here)
  }
  const choose = (place: FoundPlace) => {
    onChoose(place)
    show(place.position)
    setTimeout(() => again.current?.focus())
  }
  const setPin = async (at: Position) => {
    onMove(at)
    setNameless(false)
    const address = await places.addressOf(at)
    if (address !== undefined) onMove(at, address ?? '')
    setNameless(address === null)
  }
  const chooseAgain = () => {
    onMove(null)
    setTimeout(() => input.current?.focus())
  }
  return (
    <fieldset className="field">
      <legend className="field-label">
        <FieldLabel label="위치" optional />
      </legend>
      {!position && (
        <div className="picker-search">
          <input
            ref={input}
            type="text"
            className="input"
            aria-label="장소 검색어"
            aria-describedby={places.message ? `${id}-message` : undefined}
            placeholder="장소나 주소 검색"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={searchLimits.keyword}
            onKeyDown={(event) => searchOnEnter(event, search)}
          />
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={places.busy || undefined}
            onClick={() => places.busy || search()}
          >
            검색
          </button>
        </div>
      )}
      {!position && places.message && (
        <FieldError id={`${id}-message`} live>
          {places.message}
        </FieldError>
      )}
      <p className="sr-only" role="status">
        {results?.length ? `검색 결과 ${results.length}개` : ''}
      </p>
      <div className="picker">
        {position && <Chosen value={value} isNameless={isNameless} buttonRef={again} onAgain={chooseAgain} />}
        {results && results.length > 0 && (
          <PlaceResults places={results} active={active} onActive={setActive} onChoose={choose} />
        )}
        <MapBox
          label="위치를 고르는 지도"
          start={start}
          markers={markers}
          pin={position}
          onMap={setMap}
          onPress={(at) => void setPin(at)}
          onPinMove={(at) => void setPin(at)}
          onMarker={(key) => setActive(Number(key))}
          onLocate={(at) => {
            setHere(at)
            show(at)
            void setPin(at)
          }}
        />
      </div>
      <p className="hint">지도를 누르거나 핀을 끌어서 위치를 정할 수도 있어요.</p>
      {children}
    </fieldset>
  )
}

type ChosenProps = {
  value: PickedPlace
  isNameless: boolean
  buttonRef: React.RefObject<HTMLButtonElement | null>
  onAgain: () => void
}

function Chosen({ value, isNameless, buttonRef, onAgain }: ChosenProps) {
  return (
    <div className="picker-chosen">
      <MapPin className="icon" aria-hidden="true" />
      <span role="status">
        <b>{value.place_name || '지도에서 고른 위치'}</b>
        <span>{value.address || (isNameless && '주소를 찾지 못했어요. 아래에서 직접 입력할 수 있어요.')}</span>
      </span>
      <button ref={buttonRef} type="button" className="btn btn-outline btn-small" onClick={onAgain}>
        다시 선택
      </button>
    </div>
  )
}

/** Enter searches; it neither sends the post nor ends a syllable that is still being typed. */
function searchOnEnter(event: KeyboardEvent, search: () => void) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!event.nativeEvent.isComposing) search()
}

function markersOf(results: readonly FoundPlace[] | null, active: number | null) {
  return (results ?? []).map(({ rate, position, place_name }) => ({
    key: String(rate),
    position,
    text: String(rate),
    label: `${rate}. ${place_name}`,
    shape: 'pin' as const,
    chosen: rate === active,
  }))
}
