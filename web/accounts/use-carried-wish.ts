import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRouterContext } from '../router-context.ts'
import { isMarked, unmarked } from './carried-wish.ts'

/** On the page to which a login at a provider leads at once: does what the visitor had pressed there. */
export function useCarriedWish(): void {
  const router = useRouter()
  const context = useRouterContext()
  useEffect(() => {
    const { href } = router.latestLocation
    if (!isMarked(href)) return
    const fulfil = async () => {
      const { fulfilWish } = await import('./fulfil-wish.ts')
      await router.navigate({ href: unmarked(href) ?? href, replace: true, resetScroll: false })
      await fulfilWish(context, undefined, href)
    }
    void fulfil().catch(() => {})
  }, [router, context])
}
