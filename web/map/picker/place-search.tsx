import { type KeyboardEvent, type RefObject, useId } from 'react'
import { placeMessages } from '#rules/places.ts'
import { searchLimits } from '#rules/search.ts'
import { FieldError } from '../../kit/field.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { Places } from './use-places.ts'

type PlaceSearchProps = {
  places: Places
  inputRef: RefObject<HTMLInputElement | null>
  onSearch: (typed: string) => void
  onType: (keyword: string) => void
  onPlacePin: (() => void) | undefined
}

/** The search for a place or address, with its message when nothing is found. */
export function PlaceSearch({ places, inputRef, onSearch, onType, onPlacePin }: PlaceSearchProps) {
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
            if (inputRef.current) inputRef.current.value = name
            inputRef.current?.focus()
            onSearch(name)
          }}
          onType={onType}
          onPlacePin={onPlacePin}
        />
      )}
    </>
  )
}

/** Enter searches; it neither submits the post nor completes a syllable that is still being typed. */
function searchOnEnter(event: KeyboardEvent, search: () => void) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  if (!event.nativeEvent.isComposing) search()
}
