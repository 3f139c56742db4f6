import { Link, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#rules/paths.ts'
import { useShouldAskForTown, useTown } from '../../storage/remembered.ts'

const TownBlock = lazy(async () => ({ default: (await import('./town-block.tsx')).TownBlock }))
const TownQuestionForm = lazy(async () => ({ default: (await import('./town-question-form.tsx')).TownQuestionForm }))

/**
 * Places and posts of the reader's town. The shared HTML contains an empty element, to which the page's first inline script gives
 * the height of the content.
 */
export function TownSection() {
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

/** Asks a reader for their town, until they choose one or press '나중에'. The page's first inline script reserves its height. */
export function TownQuestion() {
  const hydrated = useHydrated()
  const town = useTown()
  const isAsked = useShouldAskForTown()
  if (hydrated && (town || !isAsked)) return null
  return (
    <section className="town-question" {...(hydrated && { 'data-is': 'asked', 'aria-label': '내 동네' })}>
      {hydrated && (
        <Suspense>
          <TownQuestionForm />
        </Suspense>
      )}
    </section>
  )
}

/** Link to the page of the reader's town, or to the choice of one. */
export function TownLink() {
  const town = useTown()
  return (
    <Link to={paths.here} preload={false} className="area">
      {town?.name ?? '동네 고르기'}
    </Link>
  )
}
