import { useQueryClient } from '@tanstack/react-query'
import { useHydrated, useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useViewer } from '../accounts/viewer.ts'
import { endRestore, keptList, type ReadingPlace, storeLists } from '../storage/kept-lists.ts'
import type { ListQuery } from './lists.ts'
import type { Posts } from './use-posts.ts'

/**
 * After a reload, or on returning from another site, restores a list and its scroll position from the tab's storage,
 * then refetches the list. Within the site the router restores the position.
 */
export function useRestoredList(list: RefObject<HTMLElement | null>, query: ListQuery, { data }: Posts): void {
  const client = useQueryClient()
  const hydrated = useHydrated()
  const place = useLocation({ select: (location) => location.state.__TSR_key })
  const viewer = useViewer()?.jwt ?? null
  const sought = useRef<{ pages: number; reading: ReadingPlace } | null>(null)

  // Only for a list that the server has just rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    if (hydrated) return
    const kept = keptList(place, query.queryKey)
    if (!kept?.reading || kept.viewer !== viewer) return endRestore()
    sought.current = { pages: kept.data.pages.length, reading: kept.reading }
    client.setQueryData(query.queryKey, kept.data, { updatedAt: 0 })
  }, [])
  useLayoutEffect(() => {
    if (!sought.current || (data?.pages.length ?? 0) < sought.current.pages) return
    const { card, top } = sought.current.reading
    sought.current = null
    endRestore()
    const found = cardsOf(list.current).find((one) => addressOf(one) === card)
    if (found) window.scrollBy({ top: found.getBoundingClientRect().top - top, behavior: 'instant' })
    void client.refetchQueries({ queryKey: query.queryKey, exact: true })
  }, [client, data, list, query.queryKey])
}

/** Stores the loaded lists and the reading position whenever the page may be left. */
export function useStoredLists(): void {
  useEffect(() => {
    const store = () => storeLists(history.state?.__TSR_key, readingPlace())
    const storeHidden = () => document.visibilityState === 'hidden' && store()
    // A phone may discard a hidden page without another event.
    document.addEventListener('visibilitychange', storeHidden)
    window.addEventListener('pagehide', store)
    return () => {
      document.removeEventListener('visibilitychange', storeHidden)
      window.removeEventListener('pagehide', store)
    }
  }, [])
}

/** The first card visible below the top bar. */
function readingPlace(): ReadingPlace | undefined {
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  const first = cardsOf(document.querySelector('.feed')).find((card) => card.getBoundingClientRect().bottom > bar)
  const card = first && addressOf(first)
  const main = document.getElementById('content')
  if (!card || !main) return undefined
  return { card, top: first.getBoundingClientRect().top, height: main.offsetHeight }
}

function cardsOf(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
}

function addressOf(card: HTMLElement): string | null {
  return card.querySelector('h2 a')?.getAttribute('href') ?? null
}
