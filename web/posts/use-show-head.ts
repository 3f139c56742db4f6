import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { FEED_TITLE_ID } from './use-reload-list.ts'

/**
 * For a search that does not reset the scroll position (P35). Call the returned function before the navigation: once
 * the results have loaded it scrolls their heading into view, unless it is visible already.
 */
export function useShowHead(): () => void {
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

/** Visible between the fixed bars. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  return top >= bar && bottom <= window.innerHeight
}
