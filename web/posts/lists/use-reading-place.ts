import { useHydrated, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { entryIndexOf, entryKeyOf, useHistoryEntryKey } from '../../kit/history-entry.ts'
import { useRouterContext } from '../../router-context.ts'
import {
  endListRestore,
  getKeptList,
  getKeptPosts,
  getKeptScreen,
  keepScreen,
  type ReadingPosition,
  storeScreens,
} from '../../storage/kept-screens.ts'
import { EARLIER_PAGE_REQUEST } from '../../store/store.ts'
import type { ListedPost, ListQuery } from '../queries/list-query.ts'
import { bottomOfTopBar } from './list-head.ts'
import { type ListKeptForReturn, refreshAroundRead } from './use-posts.ts'

/**
 * After a reload or a return from another site, restores a list with its scroll position and refreshes it.
 * @returns whether a list has been restored
 */
export function useRestoredList(
  list: RefObject<HTMLElement | null>,
  query: ListQuery,
  { data }: ListKeptForReturn,
): boolean {
  const context = useRouterContext()
  const hydrated = useHydrated()
  const entry = useHistoryEntryKey()
  const sought = useRef<{ pages: number; reading: ReadingPosition } | null>(null)
  const [isRestored, setRestored] = useState(false)

  // Only for a list that the server has just rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    if (hydrated) return
    const kept = getKeptList(entry, query.queryKey)
    const { reading } = getKeptScreen(entry)
    if (!kept || !reading || kept.viewer !== (context.store.viewer?.jwt ?? null)) return endListRestore()
    sought.current = { pages: kept.data.pages.length, reading }
    context.store.put(getKeptPosts(), EARLIER_PAGE_REQUEST)
    context.queryClient.setQueryData(query.queryKey, kept.data, { updatedAt: 0 })
    setRestored(true)
  }, [])
  useLayoutEffect(() => {
    if (!sought.current || (data?.pages.length ?? 0) < sought.current.pages) return
    const { reading } = sought.current
    sought.current = null
    endListRestore()
    scrollToCard(list.current, reading)
    refreshAroundRead(context, query, entry)
  }, [context, data, entry, list, query])
  return isRestored
}

/**
 * Keeps the reading position and the followed link whenever a screen is left, and scrolls and focuses there on the way back.
 * The router alone loses the position of a reader who goes back while the next screen is still loading.
 */
export function useKeepReadingPositions(): void {
  const router = useRouter()
  const { store } = useRouterContext()
  useEffect(() => {
    const keep = (entry: string | undefined) => {
      const reading = readingPosition()
      if (reading) keepScreen(entry, { reading })
    }
    const leave = () => {
      keep(entryKeyOf(history))
      storeScreens((id, earlier) =>
        store.deleted.has(`post ${id}`) ? undefined : (store.get<ListedPost>('post', id) ?? earlier),
      )
    }
    const leaveHidden = () => document.visibilityState === 'hidden' && leave()
    let hasLeft = false
    const stopListening = [
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
        keep(fromLocation && entryKeyOf(fromLocation))
        if (fromLocation && entryIndexOf(toLocation) > entryIndexOf(fromLocation)) {
          keepScreen(entryKeyOf(fromLocation), { followed: toLocation.pathname })
        }
        // A list that is left is not restored any more.
        if (fromLocation && entryKeyOf(fromLocation) !== entryKeyOf(toLocation)) endListRestore()
        hasLeft ||= !fromLocation || entryKeyOf(fromLocation) !== entryKeyOf(toLocation)
      }),
      router.subscribe('onRendered', ({ toLocation }) => {
        const { reading, followed } = getKeptScreen(entryKeyOf(toLocation))
        if (reading && hasLeft) scrollToCard(document.querySelector('.feed'), reading)
        if (followed && hasLeft) focusLink(followed)
        hasLeft = false
      }),
    ]
    // A phone may discard a hidden page without another event.
    const leaving = new AbortController()
    document.addEventListener('visibilitychange', leaveHidden, leaving)
    addEventListener('pagehide', leave, leaving)
    keepCardWhenTurned(leaving)
    return () => {
      for (const stop of stopListening) stop()
      leaving.abort()
    }
  }, [router, store])
}

/** Frames after a rotation in which cards may still get their first layout in the new width. */
const SETTLING_FRAMES = 60

/**
 * A phone that is turned lays its list out anew; the card that is read stays where it is in the window until the reader
 * scrolls.
 */
function keepCardWhenTurned(options: AbortController): void {
  let read: CardPlace | undefined
  let width = innerWidth
  let framesLeft = 0
  const remember = () => {
    if (innerWidth === width && framesLeft === 0) read = cardBelowBar() ?? read
  }
  const hold = () => {
    if (framesLeft === 0 || !read) return
    framesLeft--
    scrollToCard(document.querySelector('.feed'), read)
    requestAnimationFrame(hold)
  }
  const turn = () => {
    if (innerWidth === width) return
    width = innerWidth
    const isHeld = framesLeft > 0
    framesLeft = read ? SETTLING_FRAMES : 0
    if (!isHeld) hold()
  }
  const letGo = () => {
    framesLeft = 0
  }
  addEventListener('scroll', remember, options)
  addEventListener('resize', turn, options)
  for (const touch of ['touchstart', 'wheel', 'keydown']) addEventListener(touch, letGo, options)
}

function cardBelowBar(): CardPlace | undefined {
  const found = document.elementFromPoint(innerWidth / 4, bottomOfTopBar() + 1)?.closest<HTMLElement>('.feed article')
  const card = found && hrefOf(found)
  return card ? { card, top: found.getBoundingClientRect().top } : undefined
}

/** Scrolls the card to its former place in the window, if the list has it. */
export function scrollToCard(list: Element | null, { card, top }: CardPlace): void {
  const found = cardsOf(list).find((one) => hrefOf(one) === card)
  if (found) window.scrollBy({ top: found.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** Focuses the link that was followed; the map's list comes some frames later. */
function focusLink(url: string, frames = 60): void {
  // The last one of a card is its title; the picture before it is not in the order of the keyboard.
  const links = document.querySelectorAll<HTMLElement>('main a')
  ;[...links].findLast((link) => link.getAttribute('href') === url)?.focus({ preventScroll: true })
  const focused = document.activeElement
  // A new screen has the focus first, unless the person has moved it meanwhile.
  if ((focused !== document.body && focused?.id !== 'content') || frames === 0) return
  requestAnimationFrame(() => focusLink(url, frames - 1))
}

type CardPlace = Pick<ReadingPosition, 'card' | 'top'>

function readingPosition(): ReadingPosition | undefined {
  const list = document.querySelector('.feed')
  const top = bottomOfTopBar()
  const first = cardsOf(list).find((card) => card.getBoundingClientRect().bottom > top)
  const card = first && hrefOf(first)
  const main = document.getElementById('content')
  if (!card || !main) return undefined
  return {
    card,
    top: first.getBoundingClientRect().top,
    height: main.offsetHeight,
    cards: [...(list?.children ?? [])].map((item) => item.getBoundingClientRect().height),
  }
}

function cardsOf(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
}

function hrefOf(card: HTMLElement): string | null {
  return card.querySelector('h2 a')?.getAttribute('href') ?? null
}
