import { type HistoryState, useRouter } from '@tanstack/react-router'
import { ownPath } from '#rules/paths.ts'
import { leaveOverlays } from '../../../kit/overlays.ts'

/**
 * Returns a function for after a login: back in the history to where its visitor came from, so that a list is as long and
 * as far down as it was; otherwise to the path `next` of this site (P15).
 */
export function useReturn(next: string | undefined): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const { __TSR_index: index, returnIndex = index } = router.latestLocation.state
    if (returnIndex >= index) {
      await router.navigate({ href: ownPath(next), replace: true })
      await router.invalidate()
      return
    }
    // What was loaded for a visitor is loaded again before it is shown: its hearts are not the member's.
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

/** `state` of a link between login and sign-up, which both lead back. */
export function keepReturn({ returnIndex }: HistoryState): HistoryState {
  return returnIndex === undefined ? {} : { returnIndex }
}
