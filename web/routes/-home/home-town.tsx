import { Link, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { findCurrentPosition } from '../../kit/current-position.ts'
import { LocateFixed } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { askNoMoreForTown, useAsksForTown, useTown } from '../../storage/remembered.ts'
import './home.css'

const TownBlock = lazy(async () => ({ default: (await import('./town-block.tsx')).TownBlock }))
const TownField = lazy(async () => ({ default: (await import('../../places/town-sheet.tsx')).TownField }))

/**
 * What there is in the reader's town. The page that everybody shares has an empty element, whose room the page's first
 * script reserves.
 */
export function HomeTown() {
  const hydrated = useHydrated()
  const town = useTown()
  if (hydrated && !town) return null
  return (
    <div className="home-town" data-is={town ? (town.isAside ? 'aside' : 'chosen') : undefined}>
      {town && (
        <Suspense>
          <TownBlock town={town} />
        </Suspense>
      )}
    </div>
  )
}

const UNKNOWN = '위치를 알 수 없어요. 동네 이름을 입력해 주세요'

/** Asks a visitor for their town, until they answer or put it off. Shown before hydration by the page's first script. */
export function TownQuestion() {
  const hydrated = useHydrated()
  const graphql = useGraphql()
  const town = useTown()
  const isAsked = useAsksForTown()
  const [isTyping, setTyping] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [note, setNote] = useState('')
  if (hydrated && (town || !isAsked)) return null
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
    <section className="town-question" data-is={hydrated ? 'asked' : undefined} aria-label="내 동네">
      <p>어느 동네 맛집부터 볼까요?</p>
      <div className="town-answers">
        <button
          type="button"
          className="tool-link"
          aria-disabled={isFinding || undefined}
          onClick={() => isFinding || void choosePosition()}
        >
          <LocateFixed className="icon icon-s" />
          {isFinding ? '찾는 중…' : '현재 위치로'}
        </button>
        <button type="button" className="tool-link" aria-expanded={isTyping} onClick={() => setTyping(true)}>
          동네 이름 입력
        </button>
        <button type="button" className="link" onClick={askNoMoreForTown}>
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
    </section>
  )
}

/** Leads to the page of the reader's town, or to the choice of one. */
export function TownLink() {
  const town = useTown()
  return (
    <Link to={paths.here} preload={false} className="area">
      <PageIcon name="map-pin" className="icon icon-s" />
      {town?.name ?? '동네 고르기'}
    </Link>
  )
}
