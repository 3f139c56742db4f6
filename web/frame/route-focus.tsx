import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * After a navigation without a page load: moves the focus to the new screen and announces its title to screen readers.
 */
export function RouteFocus() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const [title, setTitle] = useState('')
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setTitle(document.title)
    const focused = document.activeElement
    const isBusyElsewhere = focused?.closest('.search, main, [role="dialog"]')
    if (!isBusyElsewhere) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  )
}
