import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { postLimits } from '#rules/post.ts'
import { hasHouseNumber, isExact } from '#rules/precision.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { showChosen } from '../../places/map/picker/chosen-place.tsx'
import { MapPicker } from '../../places/map/picker/map-picker.tsx'
import {
  addressPin,
  choosePlace,
  confirmPin,
  forgetPlace,
  locateAddress,
  type PlaceChange,
  proposePin,
  setPin,
} from '../../places/map/picker/place-values.ts'
import type { FoundAddress, FoundPlace } from '../../places/map/provider.ts'
import { type CheckedPostForm, changeOptions, writePlace } from './post-values.ts'
import { TypedPlace } from './typed-place.tsx'

/** The id of the field in which a place is chosen. */
export const PLACE_FIELD = 'place'

type PlaceFieldsProps = {
  form: CheckedPostForm
  /** Of the chosen place. */
  onCategory: (category: string | null) => void
}

/** The place of a post: chosen on the map, or typed. */
export function PlaceFields({ form, onCategory }: PlaceFieldsProps) {
  const [place_name, address, lat, lng, proposed] = form.watch(['place_name', 'address', 'lat', 'lng', 'proposed'])
  const position = lat !== null && lng !== null ? { lat, lng } : null
  const hasPin = position !== null || proposed !== null
  /** The position of the named place or of the exact address. */
  const known = useRef(position)
  const chosen = useRef<HTMLDivElement>(null)
  const [isTyping, setTyping] = useState<boolean | null>(null)
  // An address without a pin is shown nowhere else.
  if (isTyping === null && !hasPin && address !== '') setTyping(true)
  const fillTitle = useTitlePrefill(form)
  const change = (changed: PlaceChange) => writePlace(form, changed)
  const locate = (typed: string, found: FoundAddress) => {
    known.current = isExact(found.precision) ? found.position : null
    change(locateAddress(typed, found))
  }
  const choose = (place: FoundPlace) => {
    const { precision, position: at, isLandmark } = place
    if (place.isTypedAddress && precision) return locate(place.place_name, { ...place, precision })
    known.current = precision === null ? at : null
    change(choosePlace(place))
    if (precision !== null || isLandmark) return
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
      id={PLACE_FIELD}
      value={{ place_name, address, position, proposed }}
      onChoose={choose}
      onPin={(at) => change(setPin(at, known.current))}
      onPinAddress={(found) => change(addressPin(found, form.getValues()))}
      onPropose={(pin) => change(proposePin(pin))}
      onName={(typed) => {
        const name = cutCharacters(cleanLine(typed), postLimits.placeName)
        change({ place_name: name })
        fillTitle(name)
      }}
      onConfirm={() => change(confirmPin(form.getValues()))}
      onForget={() => {
        known.current = null
        change(forgetPlace(form.getValues()))
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
          // The answer comes outside of an event, so React would render it later.
          flushSync(() => locate(typed, found))
          showChosen(chosen)
        }}
      />
    </MapPicker>
  )
}

/** @returns a function that fills in a place's name as the title, in place of nothing or of what it filled in before */
function useTitlePrefill(form: CheckedPostForm) {
  const prefilled = useRef('')
  return (name: string) => {
    const title = cleanLine(form.getValues('title'))
    if (title !== '' && title !== prefilled.current) return
    prefilled.current = cutCharacters(name, postLimits.title)
    form.setValue('title', prefilled.current, changeOptions(form))
  }
}
