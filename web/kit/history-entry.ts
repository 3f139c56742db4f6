import { type ParsedLocation, useLocation } from '@tanstack/react-router'

type At = Pick<ParsedLocation, 'state'>

/** The key of a location's entry in the tab's history, by which screens are kept. A reload keeps it. */
export function entryOf({ state }: At): string | undefined {
  return state.__TSR_key
}

/** How many entries of the site's pages lie before a location's own. Open overlays are not counted. */
export function entryIndexOf({ state }: At): number {
  return state.__TSR_index
}

/** The key of the current entry. */
export function useHistoryEntry(): string | undefined {
  return useLocation({ select: entryOf })
}
