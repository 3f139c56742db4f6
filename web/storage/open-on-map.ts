const KEY = 'open_on_map'

/** Entries of the tab's history whose maps are stored; people rarely go back further. */
const MAX_MAPS = 20

/** What is open over a map, on whose page a reload or Back shows it again. */
export type OpenOnMap = {
  /** Id of the highlighted post: the one whose card was followed, or whose pin was pressed. */
  active: string | null
  /** Id of the post whose pin was pressed. */
  pressed: string | null
  /** Whether the sheet of small screens is open. */
  isSheetOpen: boolean
}

/** Stores what is open over the map of an entry of the tab's history. */
export function keepOpenOnMap(place: string | undefined, open: OpenOnMap): void {
  if (place === undefined) return
  const others = stored().filter(([one]) => one !== place)
  const isOpen = open.active !== null || open.pressed !== null || open.isSheetOpen
  const maps = isOpen ? [...others, [place, open]] : others
  try {
    sessionStorage.setItem(KEY, JSON.stringify(maps.slice(-MAX_MAPS)))
  } catch {
    // Without storage a reload shows the map alone.
  }
}

/** What was open over the map of an entry of the tab's history when it was left. */
export function keptOpenOnMap(place: string | undefined): OpenOnMap | null {
  return stored().find(([one]) => one === place)?.[1] ?? null
}

function stored(): [place: string, open: OpenOnMap][] {
  try {
    const maps: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(maps) ? maps : []
  } catch {
    return []
  }
}
