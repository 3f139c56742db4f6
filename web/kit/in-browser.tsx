import { useHydrated } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'

const Nothing = () => null

/**
 * Makes a component that only browsers load and show, after hydration. `useIsShown` is a hook that may set another condition.
 *
 *     const TwoStepSection = inBrowser(async () => (await import('./two-step-section.tsx')).TwoStepSection)
 */
export function inBrowser<Props extends object>(load: () => Promise<ComponentType<Props>>, useIsShown = useHydrated) {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  return function InBrowser(props: Props) {
    if (!useIsShown()) return null
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
