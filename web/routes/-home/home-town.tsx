import { Link, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#rules/paths.ts'
import { useShouldAskForTown, useTown } from '../../storage/remembered.ts'

const TownBlock = lazy(async () => ({ default: (await import('./town-block.tsx')).TownBlock }))
const HomeTownChooser = lazy(async () => ({ default: (await import('./home-town-chooser.tsx')).HomeTownChooser }))

/**
 * Places and posts of the reader's town. The shared HTML contains an empty element. The page's first inline script gives it the
 * height that the content had last in a window of this width (`rememberHomeTownHeight`).
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
          <HomeTownChooser />
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
