const KEY = 'open_on_map'

/** What is open over the map: the post whose pin was pressed, and the sheet of small screens. */
export type OpenOnMap = { pressed: string | null; isSheetOpen: boolean }

/** Stores what is open over the map of an entry of the tab's history, so that a reload can open it again. */
export function keepOpenOnMap(place: string | undefined, open: OpenOnMap): void {
  try {
    if (open.pressed === null && !open.isSheetOpen) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ ...open, place }))
  } catch {
    // Without storage a reload shows the map alone.
  }
}

/** What was open over the map of an entry of the tab's history before a reload. */
export function keptOpenOnMap(place: string | undefined): OpenOnMap | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (OpenOnMap & { place?: string }) | null
    if (!kept || place === undefined || kept.place !== place) return null
    return { pressed: typeof kept.pressed === 'string' ? kept.pressed : null, isSheetOpen: kept.isSheetOpen === true }
  } catch {
    return null
  }
}
