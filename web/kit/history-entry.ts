import { type ParsedLocation, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

type At = Pick<ParsedLocation, 'state'>

/**
 * Key of a location's entry in the tab's history, or of the current one for `history`. Kept screens are stored by it. It
 * survives a reload; an entry that the router has not made has none.
 */
export function entryKeyOf({ state }: { state: At['state'] | null }): string | undefined {
  return state?.__TSR_key
}

/** Number of the site's entries in the tab's history before this location, without those of open overlays. */
export function entryIndexOf({ state }: At): number {
  return state.__TSR_index
}

export function useHistoryEntryKey(): string | undefined {
  return useLocation({ select: entryKeyOf })
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
