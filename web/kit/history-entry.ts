import { type ParsedLocation, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

type At = Pick<ParsedLocation, 'state'>

/**
 * The key of the entry in the tab's history that a location, or `history` itself, is at. Screens are kept by it. A reload keeps
 * it; an entry that the router has not seen has none.
 */
export function entryOf({ state }: { state: At['state'] | null }): string | undefined {
  return state?.__TSR_key
}

/** Number of the site's history entries before a location's own, without open overlays. */
export function entryIndexOf({ state }: At): number {
  return state.__TSR_index
}

export function useHistoryEntry(): string | undefined {
  return useLocation({ select: entryOf })
}

/** Calls `onArrival` after each navigation to another path, once its screen is there. */
export function useArrival(onArrival: () => void): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  const arrive = useEffectEvent(onArrival)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    arrive()
  }, [pathname])
}
