import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { Position } from '#rules/position.ts'
import { readSealed, storeText, writeSealed } from './browser-storage.ts'

/** State of screens for Back and reload, by history entry: in memory, and in the tab's storage once left. */
export type KeptScreen = {
  /** By the hash of the query's key, because a list that a link preloads is kept for the entry of the page with the link. */
  lists?: { [key: string]: KeptList }
  /** Set when the screen is left. */
  reading?: ReadingPosition
  followed?: string
  map?: KeptMap
}

/** A page of a list, with the ids of its posts. */
type Page = { data: readonly string[]; startCursor: string | null; nextCursor: string | null }
export type ListData = InfiniteData<Page, unknown>

type KeptList = {
  data: ListData
  /** Public handle of the signed-in person, whose likes the list shows. */
  viewer: string | null
}

/** A reading position in a list. All lengths are in pixels. */
export type ReadingPosition = {
  /** Path of the post whose card is the first in view. */
  card: string
  /** Distance of that card from the top of the window. */
  top: number
  height: number
  /** Height of each card, so that those that are not painted again take as much room as before. */
  cards: number[]
}

export type KeptMap = {
  /** The view in which the map was left, if it was panned since its search; the URL has the view that was searched. */
  panned: (Position & { zoom: number }) | null
  /** Id of the highlighted post: the one whose card was followed, or whose pin was pressed. */
  active: string | null
  pressed: string | null
  sheet: 'peek' | 'half' | 'full'
  reached: { name: string; view: Position & { zoom: number }; hasPin: boolean; isCorrected?: boolean } | null
  me: (Position & { accuracy: number }) | null
}

const MAX_SCREENS = 20

/** Limit for all screens in the tab's storage, in characters: some 1,000 posts. The newest screens have priority. */
const MAX_STORED = 1_000_000

const SCREENS = 'screens'
/** Page heights by history entry. Separate from the screens, because every page reads it at the start (frame/early-script.ts). */
const HEIGHTS = 'screen_heights'

type Post = { id: string }

type Kept = {
  /** By history entry, the one that was kept last at the end. */
  screens: Map<string, KeptScreen>
  /** Posts of the lists that an earlier page of the tab has stored, by id. */
  posts: Map<string, Post>
}

let loaded: Kept | undefined

export function keepScreen(entry: string | undefined, part: Partial<KeptScreen>): void {
  if (entry === undefined) return
  const { screens } = kept()
  const screen = { ...screens.get(entry), ...part }
  screens.delete(entry)
  screens.set(entry, screen)
  const [oldest] = screens.keys()
  if (screens.size > MAX_SCREENS && oldest !== undefined) screens.delete(oldest)
}

export function getKeptScreen(entry: string | undefined): KeptScreen {
  return (entry !== undefined && kept().screens.get(entry)) || {}
}

export function keepList(entry: string | undefined, queryKey: QueryKey, list: KeptList): void {
  keepScreen(entry, { lists: { ...getKeptScreen(entry).lists, [hashKey(queryKey)]: list } })
}

export function getKeptList(entry: string | undefined, queryKey: QueryKey): KeptList | undefined {
  return getKeptScreen(entry).lists?.[hashKey(queryKey)]
}

/** The posts of the kept lists as an earlier page of the tab had them. */
export function getKeptPosts(): Post[] {
  return [...kept().posts.values()]
}

/** Removes all kept screens, so that the next person in this tab sees nothing of the last. */
export function forgetKeptScreens(): void {
  loaded = { screens: new Map(), posts: new Map() }
  storeScreens(() => undefined)
}

/**
 * Stores each screen with those of its posts that no newer screen has.
 * @param postOf the post as it is now, given what an earlier page had; undefined for one that is not stored
 */
export function storeScreens(postOf: (id: string, earlier: Post | undefined) => Post | undefined): void {
  const { screens, posts } = kept()
  const texts: string[] = []
  const heights: Record<string, number> = {}
  const stored = new Set<string>()
  let room = MAX_STORED
  for (const [entry, screen] of [...screens].reverse()) {
    const ids = idsOf(screen).filter((id) => !stored.has(id))
    const text = JSON.stringify([entry, screen, ids.flatMap((id) => postOf(id, posts.get(id)) ?? [])])
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
    for (const id of ids) stored.add(id)
    if (screen.reading) heights[entry] = screen.reading.height
  }
  writeSealed(SCREENS, `[${texts}]`)
  storeText('sessionStorage', HEIGHTS, JSON.stringify(heights))
}

function idsOf({ lists = {} }: KeptScreen): string[] {
  return [...new Set(Object.values(lists).flatMap(({ data }) => data.pages.flatMap((page) => page.data)))]
}

function kept(): Kept {
  if (loaded) return loaded
  const stored = (readSealed(SCREENS) ?? []) as [entry: string, screen: KeptScreen, posts: Post[]][]
  const posts = stored.flatMap(([, , all]) => all)
  loaded = {
    screens: new Map(stored.map(([entry, screen]) => [entry, screen])),
    posts: new Map(posts.map((post) => [post.id, post])),
  }
  return loaded
}

/** Shows the list once it has been restored, or cannot be. */
export function endListRestore(): void {
  const { dataset } = document.documentElement
  if (dataset.returning) dataset.returning = 'done'
}
