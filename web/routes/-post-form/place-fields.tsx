import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { postLimits } from '#rules/post.ts'
import { hasHouseNumber, isExact, partFoundSentence } from '#rules/precision.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { TextField } from '../../kit/field.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { focusChosenPlace } from '../../places/map/picker/chosen-place.tsx'
import { MapPicker } from '../../places/map/picker/map-picker.tsx'
import {
  chosenPlaceChange,
  completeAddress,
  confirmedPinChange,
  estimateRadius,
  forgottenPlaceChange,
  foundAddressChange,
  isShop,
  movedPinChange,
  type PlaceChange,
  pinAddressChange,
  proposedPinChange,
  typedAddressChange,
} from '../../places/map/picker/place-values.ts'
import { usePlaceSearch } from '../../places/map/picker/use-place-search.ts'
import type { FoundAddress, FoundPlace } from '../../places/map/provider.ts'
import { type CheckedPostForm, changeOptions, setPlaceValues } from './post-values.ts'

/** Id of the field that searches for places. */
export const PLACE_FIELD_ID = 'place'

type PlaceFieldsProps = {
  form: CheckedPostForm
  /** Called with the category of the chosen place. */
  onCategory: (category: string | null) => void
}

export function PlaceFields({ form, onCategory }: PlaceFieldsProps) {
  const [place_name, address, lat, lng, proposed, landmark] = form.watch([
    'place_name',
    'address',
    'lat',
    'lng',
    'proposed',
    'landmark',
  ])
  const position = lat !== null && lng !== null ? { lat, lng } : null
  const hasPin = position !== null || proposed !== null
  /** Position of the chosen place or of the exact address found. */
  const placeBefore = useRef(position)
  const chosen = useRef<HTMLDivElement>(null)
  const [isTyping, setTyping] = useState<boolean | null>(null)
  // Opens the section of typed fields, because an address without a pin is shown only there.
  if (isTyping === null && !hasPin && address !== '') setTyping(true)
  const fillTitle = useTitlePrefill(form)
  const { replaced, rememberTyped, takeBack } = useReplacedAddress(form)
  const change = (changed: PlaceChange) => {
    rememberTyped(changed)
    setPlaceValues(form, changed)
  }
  const locate = (typed: string, found: FoundAddress) => {
    placeBefore.current = isExact(found.precision) ? found.position : null
    change(foundAddressChange(typed, found))
  }
  const choose = (place: FoundPlace) => {
    const { precision, position: at } = place
    if (place.isTypedAddress && precision)
      return locate(completeAddress(place.place_name, place.address_name), { ...place, precision })
    placeBefore.current = precision === null ? at : null
    change(chosenPlaceChange(place))
    if (!isShop(place)) return
    fillTitle(cleanLine(place.place_name))
    onCategory(place.category ?? null)
  }
  const type = (keyword: string) => {
    if (hasHouseNumber(keyword)) change({ address: keyword, isAddressTyped: true })
    setTyping(true)
    setTimeout(() => form.setFocus('address'))
  }
  return (
    <MapPicker
      id={PLACE_FIELD_ID}
      value={{ place_name, address, position, proposed, landmark }}
      onChoose={choose}
      onPin={(at) => change(movedPinChange(at, placeBefore.current))}
      onPinAddress={(found) => change(pinAddressChange(found, form.getValues()))}
      onPropose={(pin) => change(proposedPinChange(pin))}
      onName={(typed) => {
        const name = cutCharacters(cleanLine(typed), postLimits.placeName)
        change({ place_name: name })
        fillTitle(name)
      }}
      onAddress={(typed) =>
        change({ address: cutCharacters(cleanLine(typed), postLimits.address), isAddressTyped: true })
      }
      onConfirm={() => change(confirmedPinChange(form.getValues()))}
      replaced={replaced}
      onTakeBack={takeBack}
      onForget={() => {
        placeBefore.current = null
        change(forgottenPlaceChange(form.getValues()))
      }}
      onType={type}
      chosenRef={chosen}
    >
      <TypedPlace
        form={form}
        isToggled={isTyping}
        onToggle={setTyping}
        isPlaced={position !== null}
        onLocate={(typed, found) => {
          // Outside of an event React would render later, but `focusChosenPlace` needs the rendered place.
          flushSync(() => locate(typed, found))
          focusChosenPlace(chosen)
        }}
      />
    </MapPicker>
  )
}

/** Remembers a typed address that the address of a chosen place or a moved pin has replaced, so that it can be restored. */
function useReplacedAddress(form: CheckedPostForm) {
  const typed = useRef('')
  const [replaced, setReplaced] = useState('')
  const rememberTyped = (changed: PlaceChange) => {
    const before = form.getValues()
    if (before.isAddressTyped) typed.current = before.address
    const { address = before.address, isAddressTyped = before.isAddressTyped } = changed
    if (isAddressTyped) typed.current = address
    const isKept = isAddressTyped || address === '' || address === typed.current
    setReplaced(isKept ? '' : typed.current)
  }
  const takeBack = () => {
    setPlaceValues(form, { address: replaced, isAddressTyped: true })
    setReplaced('')
  }
  return { replaced, rememberTyped, takeBack }
}

/** @returns a function that sets a place's name as the post's title, unless the person has typed a title */
function useTitlePrefill(form: CheckedPostForm) {
  const prefilled = useRef('')
  return (name: string) => {
    const title = cleanLine(form.getValues('title'))
    if (title !== '' && title !== prefilled.current) return
    prefilled.current = cutCharacters(name, postLimits.title)
    form.setValue('title', prefilled.current, changeOptions(form))
  }
}

type TypedPlaceProps = {
  form: CheckedPostForm
  isToggled: boolean | null
  onToggle: (isOpen: boolean) => void
  isPlaced: boolean
  onLocate: (typed: string, found: FoundAddress) => void
}

/** Fields to type a place that the search does not find. A changed address has no position until the person presses '지도에서 찾기'. */
function TypedPlace({ form, isToggled, onToggle, isPlaced, onLocate }: TypedPlaceProps) {
  const { errors } = form.formState
  const hasError = Boolean(errors.place_name ?? errors.address)
  const isOpen = hasError || isToggled === true
  const [before, setBefore] = useState('')
  const { answer, find, forget } = useFindAddress(form, onLocate)
  const address = form.register('address', {
    onChange: () => {
      forget()
      setPlaceValues(form, typedAddressChange(before, form.getValues()))
    },
  })
  const findOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isPlaced) return
    event.preventDefault()
    if (!isComposing(event)) void find()
  }
  return (
    <details
      className="typed-place"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) onToggle(open)
      }}
    >
      <summary>직접 입력</summary>
      <div className="typed-place-fields">
        <TextField
          label="장소 이름"
          optional
          placeholder="예: 을지로 손칼국수 본점"
          autoComplete="off"
          error={errors.place_name?.message}
          {...form.register('place_name')}
        />
        <TextField
          label="주소"
          optional
          placeholder="예: 서울 중구 을지로14길 12"
          enterKeyHint="search"
          autoComplete="off"
          error={errors.address?.message}
          onFocus={() => setBefore(form.getValues('address'))}
          onKeyDown={findOnEnter}
          {...address}
        />
        {!isPlaced && (
          <div className="typed-place-find">
            <button type="button" className="btn btn-quiet btn-small" onClick={() => void find()}>
              지도에서 찾기
            </button>
            <span className="hint" role="status">
              {answer}
            </span>
          </div>
        )}
      </div>
    </details>
  )
}

function useFindAddress(form: CheckedPostForm, onLocate: TypedPlaceProps['onLocate']) {
  const { geocode } = usePlaceSearch()
  const [answer, setAnswer] = useState('')
  const find = async () => {
    const typed = form.getValues('address')
    const address = cleanLine(typed)
    if (!address) return
    const found = await geocode(address).catch(() => null)
    if (form.getValues('address') !== typed) return
    setAnswer(answerFor(found))
    if (found) onLocate(address, found)
  }
  return { answer, find, forget: () => setAnswer('') }
}

/** Message about a searched address; empty for an exact position, which the map shows. */
function answerFor(found: FoundAddress | null): string {
  if (!found) return '이 주소의 위치를 찾지 못했어요.'
  return isExact(found.precision) ? '' : partFoundSentence(found.address_name, estimateRadius(found))
}
