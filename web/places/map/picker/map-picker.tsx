import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { FoundPosition } from '../../../kit/current-position.ts'
import { FieldLabel } from '../../../kit/field.tsx'
import { MapBox } from '../map-box.tsx'
import { type DrawnMap, type FoundPlace, PLACE_ZOOM } from '../provider.ts'
import { ChosenPlace, focusChosenPlace, type PickedPlace } from './chosen-place.tsx'
import {
  PlaceResults,
  PlaceSearchField,
  type UnlistedPlace,
  UnlistedPlaceRow,
  unlistedPlaceOf,
} from './place-search.tsx'
import { type PinEvents, useMapStart, useMoveToPin, useMoveToResults, useOwnPin } from './use-pins.ts'
import { usePlaceSearch } from './use-place-search.ts'
import './picker.css'

type MapPickerProps = PinEvents & {
  id: string
  value: PickedPlace
  onChoose: (place: FoundPlace) => void
  onType: (keyword: string) => void
  chosenRef: RefObject<HTMLDivElement | null>
  /** The typed address that the address at the position replaced; empty if none was. */
  replaced: string
  onTakeBack: () => void
  children: ReactNode
}

export function MapPicker({ id, value, chosenRef: chosen, replaced, onTakeBack, children, ...on }: MapPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef('')
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const places = usePlaceSearch()
  const ownPin = useOwnPin(places, value, on)
  const { position, proposed } = value
  const pin = position ?? proposed
  const results = pin ? null : places.results
  const typedText = results && unlistedPlaceOf(places.keyword, results)
  const { start, here, setHere, onUse } = useMapStart(map, value, Boolean(pin ?? results?.length))
  const markers = useMemo(() => markersOf(results, active), [results, active])
  useMoveToPin(map, pin, proposed, ownPin.own)
  useMoveToResults(map, results)

  const focusChosen = () => focusChosenPlace(chosen)
  const choose = (place: FoundPlace) => {
    on.onChoose(place)
    focusChosen()
  }
  const locate = (at: FoundPosition) => {
    setHere(at)
    map?.show(at, Math.max(map.view().zoom, PLACE_ZOOM))
    ownPin.setAtDevice(at)
  }
  const placePin = () => {
    if (!map) return
    ownPin.proposeCentre(map.view())
    focusChosen()
  }
  const placeTypedPin = ({ kind, text }: UnlistedPlace) => {
    if (kind === 'name') on.onName(text)
    else on.onAddress(text)
    placePin()
  }
  const movePin = () => {
    if (!map) return
    void ownPin.set(map.view())
    focusChosen()
  }
  const confirm = () => {
    ownPin.confirm()
    focusChosen()
  }
  const chooseAgain = () => {
    ownPin.forget()
    // Selected, so that typing replaces the former keyword.
    setTimeout(() => {
      input.current?.focus()
      input.current?.select()
    })
  }
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend className="field-label">
        <FieldLabel label="위치" optional />
      </legend>
      {!pin && (
        <PlaceSearchField
          places={places}
          inputRef={input}
          typed={typed}
          onSearch={(keyword) => {
            setActive(null)
            void places.search(keyword, here)
          }}
          onType={on.onType}
          onPinAtCentre={map ? placePin : undefined}
        />
      )}
      <p className="sr-only" role="status">
        {results?.length ? `검색 결과 ${results.length}개` : ''}
      </p>
      <div className="picker">
        {pin && (
          <ChosenPlace
            value={value}
            isNameless={ownPin.isNameless}
            boxRef={chosen}
            onConfirm={confirm}
            onAgain={chooseAgain}
            replaced={replaced}
            onTakeBack={onTakeBack}
          />
        )}
        {typedText && (
          <UnlistedPlaceRow typed={typedText} isReady={map !== null} onPress={() => placeTypedPin(typedText)} />
        )}
        {results && results.length > 0 && (
          <PlaceResults places={results} active={active} onActive={setActive} onChoose={choose} />
        )}
        <MapBox
          label="위치를 고르는 지도"
          start={start}
          markers={markers}
          pin={pin}
          extent={position ? null : proposed?.extent}
          isPinProposed={!position}
          onMap={setMap}
          onPress={(at) => void ownPin.set(at)}
          onPinMove={(at) => void ownPin.set(at)}
          onMarker={(key) => setActive(Number(key))}
          onLocate={locate}
          onUse={onUse}
        />
      </div>
      <ByHand
        hasPin={pin !== null}
        hasButton={!places.nothing}
        isReady={map !== null}
        onPress={pin ? movePin : placePin}
      />
      {children}
    </fieldset>
  )
}

type ByHandProps = {
  hasPin: boolean
  hasButton: boolean
  isReady: boolean
  onPress: () => void
}

/** The button is there before the map, so that nothing moves when the map comes. */
function ByHand({ hasPin, hasButton, isReady, onPress }: ByHandProps) {
  return (
    <div className="picker-by-hand">
      <p className="hint">
        {hasPin ? (
          <>
            <span className="for-keyboard">
              {
                '핀을 끌거나 지도를 눌러 옮길 수 있어요. 키보드로는 지도를 방향키로 움직인 뒤 ‘지도 가운데로 핀 옮기기’\u2060를 눌러 주세요.'
              }
            </span>
            <span className="for-touch">핀을 끌거나 지도를 눌러서 위치를 옮길 수 있어요.</span>
          </>
        ) : (
          '지도를 누르거나 핀을 끌어서 위치를 정할 수도 있어요.'
        )}
      </p>
      {(hasPin || hasButton) && (
        <button type="button" className="btn btn-outline btn-small" disabled={!isReady} onClick={onPress}>
          {hasPin ? '지도 가운데로 핀 옮기기' : '지도에 직접 표시'}
        </button>
      )}
    </div>
  )
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
