import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

export const FEED_TITLE_ID = 'feed-title'

/** Returns a function that loads the list again from its first page, and moves the view and the focus to its title. */
export function useReloadList(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  return () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById(FEED_TITLE_ID)?.focus({ preventScroll: true })
    void client.resetQueries({ queryKey, exact: true })
  }
}

/**
 * Returns a function to call before a search that does not reset the scroll position: it scrolls to the heading of the
 * results, unless that is in view.
 */
export function useScrollToListHead(): () => void {
  const router = useRouter()
  const stopListening = useRef(() => {})
  return () => {
    stopListening.current()
    stopListening.current = router.subscribe('onRendered', () => {
      stopListening.current()
      const head = document.getElementById(FEED_TITLE_ID)
      if (head && !isInView(head)) head.scrollIntoView({ block: 'start', behavior: 'instant' })
    })
  }
}

export function bottomOfTopBar(): number {
  return document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= bottomOfTopBar() && bottom <= window.innerHeight
}
