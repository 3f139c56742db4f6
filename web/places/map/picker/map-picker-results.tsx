import { useEffect, useRef } from 'react'
import { distanceLabel } from '#rules/location-text.ts'
import { precisionLabels } from '#rules/places.ts'
import { scrollToActive } from '../../../kit/scroll-to-active.ts'
import type { FoundPlace } from '../provider.ts'

/** In smaller steps than in lists, so that shops of one street differ. */
const PICKER_STEP = 10

type PlaceResultsProps = {
  places: readonly FoundPlace[]
  /** Rank of the highlighted place, here or on the map. */
  active: number | null
  onActive: (rate: number) => void
  onChoose: (place: FoundPlace) => void
}

/** Results of a place search, numbered as on the map. */
export function PlaceResults({ places, active, onActive, onChoose }: PlaceResultsProps) {
  const list = useRef<HTMLOListElement>(null)
  // A press on a number of the map leads to its row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows show which one is looked at
  useEffect(() => {
    scrollToActive(list.current)
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
              {place.isTypedAddress && place.precision && ` · ${precisionLabels[place.precision]}`}
              {place.distance !== null && <span className="num"> · {distanceLabel(place.distance, PICKER_STEP)}</span>}
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
