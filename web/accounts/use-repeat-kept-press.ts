import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRouterContext } from '../router-context.ts'
import { hasKeptPressMark, withoutPressMark } from './kept-press.ts'

/** Repeats the visitor's press on the page to which a login at a provider returns directly, without our login page. */
export function useRepeatKeptPress(): void {
  const router = useRouter()
  const context = useRouterContext()
  useEffect(() => {
    const { href } = router.latestLocation
    if (!hasKeptPressMark(href)) return
    const fulfil = async () => {
      const { repeatPress } = await import('./repeat-press.ts')
      await router.navigate({ href: withoutPressMark(href) ?? href, replace: true, resetScroll: false })
      await repeatPress(context, undefined, href)
    }
    void fulfil().catch(() => {})
  }, [router, context])
}
