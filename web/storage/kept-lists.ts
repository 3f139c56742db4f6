import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { PostPage } from '../posts/lists.ts'

export type ListData = InfiniteData<PostPage, unknown>

/** Where somebody was reading. */
export type ReadingPlace = {
  /** Address of the first card in view. */
  card: string
  /** How far below the window's upper edge that card began, in pixels. */
  top: number
  /** Of the whole page, in pixels. */
  height: number
}

type KeptList = {
  data: ListData
  /** Public handle of who was signed in; the hearts are theirs. */
  viewer: string | null
  /** Known once the page was left. */
  reading?: ReadingPlace
}

const MAX_LISTS = 20

/** For all lists together in the tab's storage, in characters: some 1,000 posts. The newest go first. */
const MAX_STORED = 1_000_000

const LISTS = 'lists'
/** How high the page was, by its place in the tab's history; apart from the lists, because each page reads it at once. */
const HEIGHTS = 'list_heights'

/** By place in the tab's history and list, the newest last. The server never writes here. */
let lists: Map<string, KeptList> | undefined

/** Remembers what was read of a list at a place in the tab's history, for when nothing else keeps it any more. */
export function keepList(place: string | undefined, queryKey: QueryKey, list: KeptList): void {
  const kept = all()
  const name = nameOf(place, queryKey)
  kept.delete(name)
  kept.set(name, list)
  const [oldest] = kept.keys()
  if (kept.size > MAX_LISTS && oldest !== undefined) kept.delete(oldest)
}

/** What was read of a list at a place in the tab's history, perhaps before a login. */
export function keptList(place: string | undefined, queryKey: QueryKey): KeptList | undefined {
  return all().get(nameOf(place, queryKey))
}

/** Changes posts wherever they are kept. */
export function changeKeptLists(change: (posts: PostPage['data']) => PostPage['data']): void {
  for (const list of all().values()) {
    list.data = { ...list.data, pages: list.data.pages.map((page) => ({ ...page, data: change(page.data) })) }
  }
}

/** Forgets what somebody read who signs out. */
export function forgetKeptLists(): void {
  all().clear()
  storeLists()
}

/** Writes the lists down, so that they outlive the page; `reading` is where the reader is in the one at `place`. */
export function storeLists(place?: string, reading?: ReadingPlace): void {
  const texts: string[] = []
  const heights: Record<string, number> = {}
  let room = MAX_STORED
  for (const [name, list] of [...all()].reverse()) {
    if (reading && placeOf(name) === place) list.reading = reading
    const text = JSON.stringify([name, list])
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
    if (list.reading) heights[placeOf(name)] = list.reading.height
  }
  try {
    sessionStorage.setItem(LISTS, `[${texts}]`)
    sessionStorage.setItem(HEIGHTS, JSON.stringify(heights))
  } catch {
    // A browser that keeps nothing begins a list anew.
  }
}

function all(): Map<string, KeptList> {
  lists ??= new Map(stored())
  return lists
}

function stored(): [string, KeptList][] {
  try {
    const entries: unknown = JSON.parse(globalThis.sessionStorage?.getItem(LISTS) ?? '[]')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

/** While a link is preloaded, the place is still the one that it leads away from, so the list must tell too. */
function nameOf(place: string | undefined, queryKey: QueryKey): string {
  return `${place} ${hashKey(queryKey)}`
}

function placeOf(name: string): string {
  return name.slice(0, name.indexOf(' '))
}

/**
 * Runs before the page is parsed: a list that will come back to where it was read is given the height it had, so that the
 * browser can scroll there at once, and stays hidden until it is there (feed.css).
 */
export const returnScript = `if(!('returning' in document.documentElement.dataset))try{
var h=JSON.parse(sessionStorage.getItem('${HEIGHTS}'))[history.state.__TSR_key]
if(h){document.documentElement.dataset.returning='yes';document.documentElement.style.setProperty('--returning',h+'px')}
}catch(e){}`

/** The list is where it was, or cannot be. */
export function endReturn(): void {
  const { dataset } = document.documentElement
  if (dataset.returning) dataset.returning = 'done'
}
