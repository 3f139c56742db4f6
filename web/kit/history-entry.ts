import { type ParsedLocation, useLocation } from '@tanstack/react-router'

type At = Pick<ParsedLocation, 'state'>

/**
 * The key of the entry in the tab's history that a location, or `history` itself, is at. Screens are kept by it. A reload keeps
 * it; an entry that the router has not seen has none.
 */
export function entryOf({ state }: { state: At['state'] | null }): string | undefined {
  return state?.__TSR_key
}

/** How many entries of the site's pages lie before a location's own. Open overlays are not counted. */
export function entryIndexOf({ state }: At): number {
  return state.__TSR_index
}

/** The key of the current entry. */
export function useHistoryEntry(): string | undefined {
  return useLocation({ select: entryOf })
}
