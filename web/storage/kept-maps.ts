import type { Position } from '#rules/position.ts'

const KEY = 'kept_maps'

/** Entries of the tab's history whose maps are stored; people rarely go back further. */
const MAX_MAPS = 20

/** What a reload or Back shows again of a map, beside what its URL says. */
export type KeptMap = {
  /** The view in which it was left, if it was panned since its search; the URL has the view that was searched. */
  panned: (Position & { zoom: number }) | null
  /** Id of the highlighted post: the one whose card was followed, or whose pin was pressed. */
  active: string | null
  /** Id of the post whose pin was pressed. */
  pressed: string | null
  /** Whether the sheet of small screens is open. */
  isSheetOpen: boolean
  /** The place to which a keyword led the map, and its view. */
  reached: { name: string; view: Position & { zoom: number } } | null
}

/** Stores the map of an entry of the tab's history. */
export function keepMap(entry: string | undefined, map: KeptMap): void {
  if (entry === undefined) return
  const maps = stored().filter(([one]) => one !== entry)
  const { isSheetOpen, ...others } = map
  const isAsInUrl = !isSheetOpen && Object.values(others).every((value) => value === null)
  if (!isAsInUrl) maps.push([entry, map])
  try {
    sessionStorage.setItem(KEY, JSON.stringify(maps.slice(-MAX_MAPS)))
  } catch {
    // Without storage a reload shows what the URL says.
  }
}

/** The map of an entry of the tab's history when it was left; null if it was as its URL says. */
export function keptMap(entry: string | undefined): KeptMap | null {
  return stored().find(([one]) => one === entry)?.[1] ?? null
}

function stored(): [entry: string, map: KeptMap][] {
  try {
    const maps: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(maps) ? maps : []
  } catch {
    return []
  }
}
