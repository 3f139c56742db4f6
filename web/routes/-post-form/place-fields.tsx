import { useRef, useState } from 'react'
import { metresBetween } from '#rules/position.ts'
import { type PostInput, postLimits } from '#rules/post.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { TextField } from '../../kit/field.tsx'
import type { CheckedForm } from '../../kit/use-checked-form.ts'
import { MapPicker } from '../../map/picker/map-picker.tsx'
import { usePlaces } from '../../map/picker/use-places.ts'
import type { FoundPlace, Position } from '../../map/provider.ts'
import type { PostValues } from './post-values.ts'

type Form = CheckedForm<PostValues, PostInput>

/** A pin moved further than this from the named place, in metres, means another place. */
const CORRECTION = 300

/** The place of a post: chosen on the map, or typed. */
export function PlaceFields({ form }: { form: Form }) {
  const [place_name, address, lat, lng] = form.watch(['place_name', 'address', 'lat', 'lng'])
  const position = lat !== null && lng !== null ? { lat, lng } : null
  const named = useRef(position)
  const prefilled = useRef('')
  const choose = (place: FoundPlace) => {
    named.current = place.position
    movePost(form, place.position)
    write(form, 'place_name', cutCharacters(cleanLine(place.place_name), postLimits.placeName))
    write(form, 'address', cutCharacters(cleanLine(place.address_name), postLimits.address))
    const title = cleanLine(form.getValues('title'))
    // Text that we filled in for another place may be replaced; typed text stays.
    if (title !== '' && title !== prefilled.current) return
    prefilled.current = cutCharacters(cleanLine(place.place_name), postLimits.title)
    write(form, 'title', prefilled.current)
  }
  const move = (at: Position | null, found?: string) => {
    movePost(form, at)
    if (at === null || isElsewhere(named.current, at)) write(form, 'place_name', '')
    if (at === null || found !== undefined) write(form, 'address', found ?? '')
  }
  return (
    <MapPicker value={{ place_name, address, position }} onChoose={choose} onMove={move}>
      <TypedPlace form={form} position={position} />
    </MapPicker>
  )
}

function isElsewhere(before: Position | null, now: Position): boolean {
  return before !== null && metresBetween(before, now) > CORRECTION
}

/** For a place that the search does not find. A changed address has no position until the person asks for it. */
function TypedPlace({ form, position }: { form: Form; position: Position | null }) {
  const { errors } = form.formState
  const hasError = Boolean(errors.place_name ?? errors.address)
  const [isOpen, setOpen] = useState(false)
  const [before, setBefore] = useState('')
  if (hasError && !isOpen) setOpen(true)
  const address = form.register('address', {
    onChange: () => {
      if (position && !form.getValues('address').startsWith(before)) movePost(form, null)
    },
  })
  return (
    <details className="typed-place" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
          autoComplete="off"
          error={errors.address?.message}
          onFocus={() => setBefore(form.getValues('address'))}
          {...address}
        />
        {!position && <FindAddress form={form} />}
      </div>
    </details>
  )
}

/** Moves the pin to the typed address and says how exact that position is. */
function FindAddress({ form }: { form: Form }) {
  const { geocode } = usePlaces()
  const [answer, setAnswer] = useState('')
  const find = async () => {
    const address = cleanLine(form.getValues('address'))
    if (!address) return
    const found = await geocode(address).catch(() => null)
    if (!found) return setAnswer('이 주소의 위치를 찾지 못했어요.')
    setAnswer(found.precision_label ?? '')
    movePost(form, found.position)
  }
  return (
    <div className="typed-place-find">
      <button type="button" className="btn btn-quiet btn-small" onClick={() => void find()}>
        지도에서 찾기
      </button>
      <span className="hint" role="status">
        {answer}
      </span>
    </div>
  )
}

function movePost(form: Form, position: Position | null): void {
  write(form, 'lat', position?.lat ?? null)
  write(form, 'lng', position?.lng ?? null)
}

/** Validates an invalid field again. */
function write<Name extends 'title' | 'place_name' | 'address' | 'lat' | 'lng'>(
  form: Form,
  name: Name,
  value: PostValues[Name],
): void {
  form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
}
