import MapPin from 'virtual:icon/map-pin'
import MapPinned from 'virtual:icon/map-pinned'
import type { RefObject } from 'react'
import type { Position, ProposedPin } from '../provider.ts'

/** The pin is either the position of the post or only proposed; null without a pin. */
export type PickedPlace = {
  place_name: string
  address: string
  position: Position | null
  proposed: ProposedPin | null
}

type ChosenPlaceProps = {
  value: PickedPlace
  /** No address is known at the pin. */
  isNameless: boolean
  /** Where it lies as seen from a station or another landmark; empty if that is unknown. */
  seenFrom: string
  /** Gets the focus after a choice. */
  boxRef: RefObject<HTMLDivElement | null>
  onConfirm: () => void
  onAgain: () => void
}

/** After the next render, moves the focus to the chosen place and scrolls it into view. */
export function showChosen(box: RefObject<HTMLDivElement | null>): void {
  setTimeout(() => {
    box.current?.focus({ preventScroll: true })
    const isWithoutMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.current?.scrollIntoView({ block: 'nearest', behavior: isWithoutMotion ? 'auto' : 'smooth' })
  })
}

/** The chosen place; for a proposed pin its meaning, and a button that confirms it. */
export function ChosenPlace({ value, isNameless, seenFrom, boxRef, onConfirm, onAgain }: ChosenPlaceProps) {
  const { place_name, address, proposed } = value
  const Icon = proposed ? MapPinned : MapPin
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lay out as a grid with its legend
    <div
      ref={boxRef}
      role="group"
      aria-label="고른 위치"
      tabIndex={-1}
      className="picker-chosen"
      data-proposed={proposed ? true : undefined}
    >
      <Icon className="icon" />
      <span role="status">
        <b>{proposed?.says ?? (place_name || '지도에서 고른 위치')}</b>
        <span>{address || (isNameless && '주소를 찾지 못했어요. 아래에서 직접 입력할 수 있어요.')}</span>
        {seenFrom && <span className="num">{seenFrom}</span>}
      </span>
      <span className="picker-chosen-buttons">
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
