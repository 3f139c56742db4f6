import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { FEED_TITLE } from './use-start-anew.ts'

/**
 * Returns a function for a search that does not reset the scroll position (P35): called before the navigation, it
 * brings the heading of the results into view once they are there, unless it is in view.
 */
export function useShowHead(): () => void {
  const router = useRouter()
  const stopListening = useRef(() => {})
  return () => {
    stopListening.current()
    stopListening.current = router.subscribe('onRendered', () => {
      stopListening.current()
      const head = document.getElementById(FEED_TITLE)
      if (head && !isInView(head)) head.scrollIntoView({ block: 'start', behavior: 'instant' })
    })
  }
}

/** Between the fixed bars. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  return top >= bar && bottom <= window.innerHeight
}
