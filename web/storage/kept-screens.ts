import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { Position } from '#rules/position.ts'
import { readJson, write } from './browser-storage.ts'

/** State of screens for Back and reload, by history entry: in memory, and in the tab's storage once left. */
export type KeptScreen = {
  /** By the hash of the query's key: while a link is preloaded, the entry is still that of the page with the link. */
  lists?: { [key: string]: KeptList }
  /** Set when the screen is left. */
  reading?: ReadingPosition
  followed?: string
  map?: KeptMap
}

/** Pages of ids. */
type Page = { data: readonly string[]; startCursor: string | null; nextCursor: string | null }
export type ListData = InfiniteData<Page, unknown>

type KeptList = {
  data: ListData
  /** Public handle of the signed-in person, whose likes the list shows. */
  viewer: string | null
}

/** A reading position in a list. All lengths are in pixels. */
export type ReadingPosition = {
  card: string
  /** Distance of that card from the top of the window. */
  top: number
  height: number
  /** Height of each card, so that those that are not painted again take as much room as before. */
  cards: number[]
}

export type KeptMap = {
  /** The view in which it was left, if it was panned since its search; the URL has the view that was searched. */
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

/** By history entry, the one that was kept last at the end. */
let screens: Map<string, KeptScreen> | undefined

export function keepScreen(entry: string | undefined, part: Partial<KeptScreen>): void {
  if (entry === undefined) return
  const kept = all()
  const screen = { ...kept.get(entry), ...part }
  kept.delete(entry)
  kept.set(entry, screen)
  const [oldest] = kept.keys()
  if (kept.size > MAX_SCREENS && oldest !== undefined) kept.delete(oldest)
}

export function keptScreen(entry: string | undefined): KeptScreen {
  return (entry !== undefined && all().get(entry)) || {}
}

export function keepList(entry: string | undefined, queryKey: QueryKey, list: KeptList): void {
  keepScreen(entry, { lists: { ...keptScreen(entry).lists, [hashKey(queryKey)]: list } })
}

export function keptList(entry: string | undefined, queryKey: QueryKey): KeptList | undefined {
  return keptScreen(entry).lists?.[hashKey(queryKey)]
}

/** Removes everything that is kept; called when a person signs out or their session ends. */
export function forgetScreens(): void {
  all().clear()
  storeScreens(() => undefined)
}

/** Stores each screen with those of its posts that no newer screen has. */
export function storeScreens(postOf: (id: string) => object | undefined): void {
  const texts: string[] = []
  const heights: Record<string, number> = {}
  const stored = new Set<string>()
  let room = MAX_STORED
  for (const [entry, screen] of [...all()].reverse()) {
    const ids = idsOf(screen).filter((id) => !stored.has(id))
    const text = JSON.stringify([entry, screen, ids.flatMap((id) => postOf(id) ?? [])])
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
    for (const id of ids) stored.add(id)
    if (screen.reading) heights[entry] = screen.reading.height
  }
  write('sessionStorage', SCREENS, `[${texts}]`)
  write('sessionStorage', HEIGHTS, JSON.stringify(heights))
}

function idsOf({ lists = {} }: KeptScreen): string[] {
  return [...new Set(Object.values(lists).flatMap(({ data }) => data.pages.flatMap((page) => page.data)))]
}

type StoredScreen = [entry: string, screen: KeptScreen, posts: object[]]

function storedScreens(): StoredScreen[] {
  const stored = readJson('sessionStorage', SCREENS)
  return Array.isArray(stored) ? stored : []
}

/** The posts of the lists that an earlier page of the tab has stored. */
export function keptPosts(): object[] {
  return storedScreens().flatMap(([, , posts]) => posts)
}

function all(): Map<string, KeptScreen> {
  screens ??= new Map(storedScreens().map(([entry, screen]) => [entry, screen]))
  return screens
}

/** Shows the list once it has been restored, or cannot be. */
export function endRestore(): void {
  const { dataset } = document.documentElement
  if (dataset.returning) dataset.returning = 'done'
}
