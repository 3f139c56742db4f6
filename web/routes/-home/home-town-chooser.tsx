import { lazy, Suspense, useState } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { findCurrentPosition } from '../../kit/current-position.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { stopAskingForTown } from '../../storage/remembered.ts'

const TownField = lazy(async () => ({ default: (await import('../../places/town-sheet.tsx')).TownField }))

const UNKNOWN = '위치를 알 수 없어요. 동네 이름을 입력해 주세요'

/** Asks which town the home page is for: buttons to choose it by the device's position or by name, or to be asked no more. */
export function HomeTownChooser() {
  const graphql = useGraphql()
  const [isTyping, setTyping] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [note, setNote] = useState('')
  const choosePosition = async () => {
    setFinding(true)
    const position = await findCurrentPosition()
    try {
      if (position) await (await import('../../places/town-sheet.tsx')).chooseTownAt(graphql, position)
      else setNote(UNKNOWN)
    } catch (error) {
      setNote(sentenceOf(error))
    }
    setTyping(true)
    setFinding(false)
  }
  return (
    <>
      <p>어느 동네 맛집부터 볼까요?</p>
      <div className="town-answers">
        <button
          type="button"
          className="tool-link"
          aria-disabled={isFinding || undefined}
          onClick={() => isFinding || void choosePosition()}
        >
          <PageIcon name="map-pin" className="icon icon-s" />
          {isFinding ? '찾는 중…' : '현재 위치로'}
        </button>
        <button type="button" className="tool-link" aria-expanded={isTyping} onClick={() => setTyping(true)}>
          동네 이름 입력
        </button>
        <button type="button" className="link" onClick={stopAskingForTown}>
          나중에
        </button>
      </div>
      <p role="status" className="town-note">
        {note}
      </p>
      {isTyping && (
        <Suspense fallback={<div className="town-field-room" />}>
          <TownField isFocused onChosen={() => {}} />
        </Suspense>
      )}
    </>
  )
}
