import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * A screen that replaces another without a page load takes the keyboard's place with it and is named to screen readers.
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
