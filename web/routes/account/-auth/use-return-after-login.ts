import { type HistoryState, useRouter } from '@tanstack/react-router'
import { safeReturnPath } from '#rules/paths.ts'
import { leaveOverlays } from '../../../kit/overlays.ts'

/**
 * Returns a function to call after a login. It goes back in the history to the page that the visitor came from, so that
 * a list keeps its length and position; otherwise to the path `next` of this site (P15).
 */
export function useReturnAfterLogin(next: string | undefined): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const { __TSR_index: index, returnIndex = index } = router.latestLocation.state
    if (returnIndex >= index) {
      await router.navigate({ href: safeReturnPath(next), replace: true })
      await router.invalidate()
      return
    }
    // Data loaded for a visitor lacks the member's likes, so it is loaded again before it is shown.
    router.clearCache()
    const arrived = new Promise<void>((resolve) => {
      const stopListening = router.subscribe('onResolved', () => {
        stopListening()
        resolve()
      })
    })
    // The welcome after a sign-up has an entry of its own, which the router does not count.
    await leaveOverlays()
    router.history.go(returnIndex - index)
    await arrived
  }
}

/** `state` of links between login and sign-up, so that both lead back to the same page. */
export function returnState({ returnIndex }: HistoryState): HistoryState {
  return returnIndex === undefined ? {} : { returnIndex }
}
