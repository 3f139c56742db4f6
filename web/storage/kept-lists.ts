import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query'
import type { GetPostsQuery } from '#contract/operations.gen.ts'

type PostPage = GetPostsQuery['getPosts']
export type ListData = InfiniteData<PostPage, unknown>

/** A reading position in a list. */
export type ReadingPosition = {
  /** Link of the first visible card. */
  card: string
  /** Distance of that card from the top of the window, in pixels. */
  top: number
  /** Height of the page, in pixels. */
  height: number
}

/** Heights of a list's blocks of cards, in pixels, and the width of the list. null: not measured yet. */
export type MeasuredBlocks = { width: number; heights: (number | null)[] }

type KeptList = {
  data: ListData
  /** Public handle of the signed-in person, whose likes the list shows. */
  viewer: string | null
  /** Set when the screen is left. */
  reading?: ReadingPosition
  /** Set once the list is so long that only a part of it is in the page. */
  measured?: MeasuredBlocks
}

const MAX_LISTS = 20

/** Limit for all lists in the tab's storage, in characters: some 1,000 posts. The newest lists have priority. */
const MAX_STORED = 1_000_000

const LISTS = 'lists'
/** Page heights by history entry. Separate from the lists, because every page reads it at the start. */
const HEIGHTS = 'list_heights'

/** Lists by history entry and key, the newest last. Never written on the server. */
let lists: Map<string, KeptList> | undefined

/** Stores the loaded part of a list for an entry of the tab's history. */
export function keepList(entry: string | undefined, queryKey: QueryKey, list: KeptList): void {
  const kept = all()
  const name = nameOf(entry, queryKey)
  const { reading, measured } = kept.get(name) ?? {}
  kept.delete(name)
  kept.set(name, { ...list, ...(reading && { reading }), ...(measured && { measured }) })
  const [oldest] = kept.keys()
  if (kept.size > MAX_LISTS && oldest !== undefined) kept.delete(oldest)
}

/** The stored part of a list for an entry of the tab's history, possibly from before a login. */
export function keptList(entry: string | undefined, queryKey: QueryKey): KeptList | undefined {
  return all().get(nameOf(entry, queryKey))
}

/** Applies a change to the posts of all stored lists. */
export function changeKeptLists(change: (posts: PostPage['data']) => PostPage['data']): void {
  for (const list of all().values()) {
    list.data = { ...list.data, pages: list.data.pages.map((page) => ({ ...page, data: change(page.data) })) }
  }
}

/** Removes all stored lists; called when a person signs out or their session ends. */
export function forgetKeptLists(): void {
  all().clear()
  storeLists()
}

/** Notes the reading position in the list of an entry of the tab's history. */
export function keepReading(entry: string | undefined, reading: ReadingPosition): void {
  for (const [name, list] of all()) if (entryOf(name) === entry) list.reading = reading
}

/** Notes the heights of the list's blocks of cards. */
export function keepHeights(entry: string | undefined, queryKey: QueryKey, measured: MeasuredBlocks): void {
  const list = keptList(entry, queryKey)
  if (list) list.measured = measured
}

/** The reading position in the list of an entry of the tab's history. */
export function keptReading(entry: string | undefined): ReadingPosition | undefined {
  return [...all()].findLast(([name, { reading }]) => reading && entryOf(name) === entry)?.[1].reading
}

/** Saves the lists to the tab's storage. */
export function storeLists(): void {
  const texts: string[] = []
  const heights: Record<string, number> = {}
  let room = MAX_STORED
  for (const [name, list] of [...all()].reverse()) {
    const text = JSON.stringify([name, list])
    room -= text.length
    if (room < 0) break
    texts.unshift(text)
    if (list.reading) heights[entryOf(name)] = list.reading.height
  }
  try {
    sessionStorage.setItem(LISTS, `[${texts}]`)
    sessionStorage.setItem(HEIGHTS, JSON.stringify(heights))
  } catch {
    // Without storage a list starts at its first page.
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

/** The key includes the list: while a link is preloaded, the current history entry is still the page with the link. */
function nameOf(entry: string | undefined, queryKey: QueryKey): string {
  return `${entry} ${hashKey(queryKey)}`
}

function entryOf(name: string): string {
  return name.slice(0, name.indexOf(' '))
}

/**
 * Runs before the page is parsed. Gives a list that will be restored its previous height, so that the browser can
 * scroll at once. The list stays hidden until it has been restored (feed.css). The router runs the script again on each
 * change of the screen. It must do nothing then, because nothing would show the list again.
 */
export const restoreScript = `if(!('returning' in document.documentElement.dataset))try{
document.documentElement.dataset.returning='done'
var h=JSON.parse(sessionStorage.getItem('${HEIGHTS}'))[history.state.__TSR_key]
if(h){document.documentElement.dataset.returning='yes';document.documentElement.style.setProperty('--returning',h+'px')}
}catch(e){}`

/** Shows the list once it has been restored, or cannot be. */
export function endRestore(): void {
  const { dataset } = document.documentElement
  if (dataset.returning) dataset.returning = 'done'
}
