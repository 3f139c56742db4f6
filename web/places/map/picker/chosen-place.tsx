import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { bearingLabel } from '#rules/bearing.ts'
import { useGraphql } from '../../../graphql.ts'
import { MapPin, MapPinned } from '../../../kit/icons.gen.ts'
import { getNearestLandmark } from '../../place-query.ts'
import type { Position, ProposedPin } from '../provider.ts'

export type PickedPlace = {
  place_name: string
  address: string
  position: Position | null
  proposed: ProposedPin | null
  /** The station, market or sight that was chosen; empty for others. */
  landmark: string
}

type ChosenPlaceProps = {
  value: PickedPlace
  isNameless: boolean
  boxRef: RefObject<HTMLDivElement | null>
  onConfirm: () => void
  onAgain: () => void
  /** The typed address that the address at the position replaced; empty if none was. */
  replaced: string
  onTakeBack: () => void
}

export function focusChosenPlace(box: RefObject<HTMLDivElement | null>): void {
  setTimeout(() => {
    box.current?.focus({ preventScroll: true })
    const isWithoutMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.current?.scrollIntoView({ block: 'nearest', behavior: isWithoutMotion ? 'auto' : 'smooth' })
  })
}

export function ChosenPlace({ value, isNameless, boxRef, onConfirm, onAgain, replaced, onTakeBack }: ChosenPlaceProps) {
  const { place_name, address, position, proposed, landmark } = value
  const where = useSeenFrom(position ?? (proposed?.zoom === null ? proposed : null))
  const Icon = proposed ? MapPinned : MapPin
  const name = place_name || (landmark ? `${landmark} 근처` : '지도에서 선택한 위치')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lay out as a grid with its legend
    <div
      ref={boxRef}
      role="group"
      aria-label="선택한 위치"
      tabIndex={-1}
      className="picker-chosen"
      data-proposed={proposed ? true : undefined}
      data-replaced={replaced ? true : undefined}
    >
      <Icon className="icon" />
      <span role="status">
        <b>{proposed?.says ?? name}</b>
        <span>{address || (isNameless && '주소를 찾지 못했어요. 아래에서 직접 입력할 수 있어요.')}</span>
        {where && <span className="num">{where}</span>}
        {replaced && <span>입력하신 주소 ‘{replaced}’ 대신 이 위치의 주소를 넣었어요.</span>}
      </span>
      <span className="picker-chosen-buttons">
        {replaced && (
          <button type="button" className="btn btn-quiet btn-small" onClick={onTakeBack}>
            입력한 주소로 되돌리기
          </button>
        )}
        {proposed && (
          <button type="button" className="btn btn-primary btn-small" onClick={onConfirm}>
            여기가 맞아요
          </button>
        )}
        <button type="button" className="btn btn-outline btn-small" onClick={onAgain}>
          다시 선택
        </button>
      </span>
    </div>
  )
}

const STEP = 10

/** Description of a pin's position: '망원역에서 북동쪽으로 350m'. Empty without a pin, while loading, and without a landmark near. */
function useSeenFrom(pin: Position | null): string {
  const execute = useGraphql()
  const { data } = useQuery({
    queryKey: ['nearest_landmark', pin?.lat, pin?.lng],
    queryFn: () => (pin ? getNearestLandmark(execute, { lat: pin.lat, lng: pin.lng }) : null),
    enabled: pin !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return pin && data ? bearingLabel({ name: data.name, ...data.position }, pin, STEP) : ''
}
