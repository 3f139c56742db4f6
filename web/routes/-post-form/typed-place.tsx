import { type KeyboardEvent, useState } from 'react'
import { isExact, partFoundSentence } from '#rules/precision.ts'
import { cleanLine } from '#rules/text.ts'
import { TextField } from '../../kit/field.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { radiusOf, typeAddress } from '../../places/map/picker/place-values.ts'
import { usePlaces } from '../../places/map/picker/use-places.ts'
import type { FoundAddress } from '../../places/map/provider.ts'
import { type CheckedPostForm, writePlace } from './post-values.ts'

type TypedPlaceProps = {
  form: CheckedPostForm
  /** Whether it is open; null until that is known. */
  isToggled: boolean | null
  onToggle: (isOpen: boolean) => void
  isPlaced: boolean
  onLocate: (typed: string, found: FoundAddress) => void
}

/** For a place that the search does not find. A changed address has no position until the person asks for it. */
export function TypedPlace({ form, isToggled, onToggle, isPlaced, onLocate }: TypedPlaceProps) {
  const { errors } = form.formState
  const hasError = Boolean(errors.place_name ?? errors.address)
  const isOpen = hasError || isToggled === true
  const [before, setBefore] = useState('')
  const { answer, find, forget } = useFindAddress(form, onLocate)
  const address = form.register('address', {
    onChange: () => {
      forget()
      writePlace(form, typeAddress(before, form.getValues()))
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

/** Looks the typed address up and says what is found, as long as it is the typed one. */
function useFindAddress(form: CheckedPostForm, onLocate: TypedPlaceProps['onLocate']) {
  const { geocode } = usePlaces()
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

/** Nothing for an exact position, which is shown instead. */
function answerFor(found: FoundAddress | null): string {
  if (!found) return '이 주소의 위치를 찾지 못했어요.'
  return isExact(found.precision) ? '' : partFoundSentence(found.address_name, radiusOf(found))
}
