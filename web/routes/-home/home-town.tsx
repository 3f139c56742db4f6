import { Link, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#rules/paths.ts'
import { useShouldAskForTown, useTown } from '../../storage/remembered.ts'

const TownBlock = lazy(async () => ({ default: (await import('./town-block.tsx')).TownBlock }))
const TownAnswers = lazy(async () => ({ default: (await import('./town-answers.tsx')).TownAnswers }))

/**
 * Places and posts of the reader's town. The page that everybody shares has an empty element, whose room the page's first
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

/** Asks a visitor for their town, until they answer or put it off. The page's first script reserves its room. */
export function TownQuestion() {
  const hydrated = useHydrated()
  const town = useTown()
  const isAsked = useShouldAskForTown()
  if (hydrated && (town || !isAsked)) return null
  return (
    <section className="town-question" {...(hydrated && { 'data-is': 'asked', 'aria-label': '내 동네' })}>
      {hydrated && (
        <Suspense>
          <TownAnswers />
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
      {town?.name ?? '동네 고르기'}
    </Link>
  )
}
