import { useQueryClient } from '@tanstack/react-query'
import { useHydrated, useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useViewer } from '../accounts/use-viewer.ts'
import { endReturn, keptList, type ReadingPlace, storeLists } from '../storage/kept-lists.ts'
import type { ListQuery } from './lists.ts'
import type { Posts } from './use-posts.ts'

/**
 * A list that is loaded anew with its page, by a reload or on the way back from another site, is put back as it was, at the
 * card that was read; nothing is asked for that. Within a page the router scrolls.
 */
export function useReturn(list: RefObject<HTMLElement | null>, query: ListQuery, { data }: Posts): void {
  const client = useQueryClient()
  const hydrated = useHydrated()
  const place = useLocation({ select: (location) => location.state.__TSR_key })
  const viewer = useViewer()?.jwt ?? null
  const sought = useRef<{ pages: number; reading: ReadingPlace } | null>(null)

  // Only what the server has just rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    if (hydrated) return
    const kept = keptList(place, query.queryKey)
    if (!kept?.reading || kept.viewer !== viewer) return endReturn()
    sought.current = { pages: kept.data.pages.length, reading: kept.reading }
    client.setQueryData(query.queryKey, kept.data, { updatedAt: 0 })
  }, [])
  useLayoutEffect(() => {
    if (!sought.current || (data?.pages.length ?? 0) < sought.current.pages) return
    const { card, top } = sought.current.reading
    sought.current = null
    endReturn()
    const found = cardsOf(list.current).find((one) => addressOf(one) === card)
    if (found) window.scrollBy({ top: found.getBoundingClientRect().top - top, behavior: 'instant' })
    void client.refetchQueries({ queryKey: query.queryKey, exact: true })
  }, [client, data, list, query.queryKey])
}

/** Writes down what was read of lists, and where, whenever the page may be left. */
export function useStoredLists(): void {
  useEffect(() => {
    const store = () => storeLists(history.state?.__TSR_key, readingPlace())
    const storeHidden = () => document.visibilityState === 'hidden' && store()
    // A phone may end a page that it no longer shows without another word.
    document.addEventListener('visibilitychange', storeHidden)
    window.addEventListener('pagehide', store)
    return () => {
      document.removeEventListener('visibilitychange', storeHidden)
      window.removeEventListener('pagehide', store)
    }
  }, [])
}

/** The first card that is seen below the top bar. */
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
