import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { distanceLabel } from '#rules/location-text.ts'
import { normalForm } from '#rules/normal-form.ts'
import { placeMessages, precisionLabels, STREET_CATEGORY } from '#rules/places.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { FieldError } from '../../../kit/field.tsx'
import { ChevronRight } from '../../../kit/icons.gen.ts'
import { isComposing } from '../../../kit/is-composing.ts'
import { PageIcon } from '../../../kit/page-icons.tsx'
import { scrollToActiveRow } from '../map-box.tsx'
import type { FoundPlace } from '../provider.ts'
import { looksLikeAddress } from './typed-address.ts'
import type { EmptyPlaceSearch, PlaceSearchState } from './use-place-search.ts'

type PlaceSearchFieldProps = {
  places: PlaceSearchState
  inputRef: RefObject<HTMLInputElement | null>
  typed: RefObject<string>
  onSearch: (typed: string) => void
  onType: (keyword: string) => void
  /** Proposes a pin at the centre of the map; undefined until that is drawn. */
  onPinAtCentre: (() => void) | undefined
}

/** Field to search places, with what to do when nothing is found. The results are in `PlaceResults`. */
export function PlaceSearchField({ places, inputRef, typed, onSearch, onType, onPinAtCentre }: PlaceSearchFieldProps) {
  const id = useId()
  const search = () => onSearch(inputRef.current?.value ?? '')
  return (
    <>
      <div className="picker-search">
        <input
          ref={inputRef}
          type="text"
          className="input"
          aria-label="장소 검색어"
          aria-describedby={places.message ? `${id}-message` : undefined}
          placeholder="장소나 주소 검색"
          enterKeyHint="search"
          autoComplete="off"
          defaultValue={typed.current}
          onChange={(event) => {
            typed.current = event.target.value
          }}
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
      {places.isPreparing && (
        <p className="hint" role="status">
          {placeMessages.preparing}
        </p>
      )}
      {places.message && (
        <FieldError id={`${id}-message`} live>
          {places.message}
        </FieldError>
      )}
      {places.nothing && (
        <NothingFound
          nothing={places.nothing}
          onSearch={(name) => {
            typed.current = name
            if (inputRef.current) inputRef.current.value = name
            inputRef.current?.focus()
            onSearch(name)
          }}
          onType={onType}
          onPinAtCentre={onPinAtCentre}
        />
      )}
    </>
  )
}

/** Enter searches; it neither submits the post nor completes a syllable that is still being typed. */
function searchOnEnter(event: KeyboardEvent, search: () => void) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!isComposing(event)) search()
}

type NothingFoundProps = {
  nothing: EmptyPlaceSearch
  onSearch: (keyword: string) => void
  onType: (keyword: string) => void
  onPinAtCentre: (() => void) | undefined
}

/** Next steps after a search that found nothing: suggested names, typing the address, setting a pin. */
function NothingFound({ nothing, onSearch, onType, onPinAtCentre }: NothingFoundProps) {
  const { keyword, suggestions } = nothing
  const box = useRef<HTMLDivElement>(null)
  // Like the results of a search: below the screen they would not be noticed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [nothing])
  return (
    <div ref={box} className="picker-nothing">
      <div role="status">
        {suggestions.length > 0 && (
          <>
            <p>혹시 이곳을 찾으세요?</p>
            <ul className="picker-suggestions">
              {suggestions.map((name) => (
                <li key={name}>
                  <button type="button" className="btn btn-outline btn-small" onClick={() => onSearch(name)}>
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="hint">찾는 곳이 없으면 주소를 입력하거나 지도에 직접 표시해 주세요.</p>
      <div className="picker-suggestions">
        <button type="button" className="btn btn-quiet btn-small" onClick={() => onType(keyword)}>
          주소 입력하기
        </button>
        {onPinAtCentre && (
          <button type="button" className="btn btn-quiet btn-small" onClick={onPinAtCentre}>
            지도에 직접 표시
          </button>
        )}
      </div>
    </div>
  )
}

/** Metres within which a result with the typed name is surely meant. */
const NEAR_METRES = 5000

/** A place or address that is registered as typed, with a pin that the person sets. */
export type UnlistedPlace = { kind: 'name' | 'address'; text: string }

/**
 * The keyword, if it is a name that no near result has, or an address of which no part is known. Null otherwise, and for
 * initial consonants, which name nothing.
 */
export function unlistedPlaceOf(keyword: string, results: readonly FoundPlace[]): UnlistedPlace | null {
  if (looksLikeAddress(keyword))
    return results.some(({ isTypedAddress }) => isTypedAddress) ? null : { kind: 'address', text: keyword }
  if (keyword === '' || hasHouseNumber(keyword) || /^[ㄱ-ㅎ\s]+$/.test(keyword)) return null
  const name = normalForm(keyword)
  const isKnown = results.some(
    ({ place_name, distance }) => normalForm(place_name) === name && (distance === null || distance <= NEAR_METRES),
  )
  return isKnown ? null : { kind: 'name', text: keyword }
}

type UnlistedPlaceRowProps = { typed: UnlistedPlace; isReady: boolean; onPress: () => void }

const keptSentences = {
  name: '이름은 그대로 두고 지도에 직접 표시해요',
  address: '주소는 그대로 두고 지도에 직접 표시해요',
} as const

/** The first row of the results: keeps what was typed, and asks for the pin. */
export function UnlistedPlaceRow({ typed, isReady, onPress }: UnlistedPlaceRowProps) {
  return (
    <button type="button" className="picker-typed" disabled={!isReady} onClick={onPress}>
      <PageIcon name="map-pin" />
      <span>
        <b>‘{typed.text}’ 직접 등록</b>
        <span>{keptSentences[typed.kind]}</span>
      </span>
      <ChevronRight className="icon icon-s" />
    </button>
  )
}

/** Metres to which distances are rounded: less than in lists, so that shops of one street differ. */
const PICKER_STEP = 10

type PlaceResultsProps = {
  places: readonly FoundPlace[]
  active: number | null
  onActive: (rate: number) => void
  onChoose: (place: FoundPlace) => void
}

export function PlaceResults({ places, active, onActive, onChoose }: PlaceResultsProps) {
  const list = useRef<HTMLOListElement>(null)
  // A press on a number of the map leads to its row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows show which one is looked at
  useEffect(() => {
    scrollToActiveRow(list.current)
  }, [active])
  // On a phone they would appear below the screen, and nothing would seem to happen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [places])
  return (
    <ol ref={list} className="picker-results" aria-label="검색 결과">
      {places.map((place) => (
        <li
          key={place.rate}
          data-active={place.rate === active || undefined}
          onPointerEnter={() => onActive(place.rate)}
          onFocus={() => onActive(place.rate)}
        >
          <span className="picker-rank" aria-hidden="true">
            {place.rate}
          </span>
          <span className="picker-place">
            <b>{place.place_name}</b>
            <span>
              {place.address_name}
              {place.category === STREET_CATEGORY && ` ·\u00a0${precisionLabels.road}`}
              {place.isTypedAddress && place.precision && ` ·\u00a0${precisionLabels[place.precision]}`}
              {place.distance !== null && (
                <span className="num"> ·&nbsp;{distanceLabel(place.distance, PICKER_STEP)}</span>
              )}
            </span>
          </span>
          <button
            type="button"
            className="btn btn-outline btn-small"
            aria-label={`${place.rate}. ${place.place_name} 선택`}
            onClick={() => onChoose(place)}
          >
            선택
          </button>
        </li>
      ))}
    </ol>
  )
}
