import { readJson, storeText, useStored } from './browser-storage.ts'
import { RECENT_TOWNS, rememberTown } from './remembered.ts'
import { type Town, toTown } from './town.ts'

const MAX_TOWNS = 6

function toTowns(stored: unknown): Town[] {
  const towns = Array.isArray(stored) ? stored.flatMap((one) => toTown(one) ?? []) : []
  return towns.slice(0, MAX_TOWNS)
}

/** Compares names, because a town that was chosen by position has another point each time. */
const isSame = (one: Town, other: Town): boolean =>
  one.name === other.name && one.area === other.area && one.around === other.around

/** Makes a town the reader's, and the first of those that were chosen lately. */
export function chooseTown(town: Town): void {
  const before = toTowns(readJson('localStorage', RECENT_TOWNS)).filter((one) => !isSame(one, town))
  rememberTown(town)
  storeText('localStorage', RECENT_TOWNS, JSON.stringify([town, ...before].slice(0, MAX_TOWNS)))
}

/** Towns chosen lately on this device without the present one, the last first. */
export function useRecentTowns(present: Town | null): Town[] {
  return toTowns(useStored(RECENT_TOWNS)).filter((one) => !present || !isSame(one, present))
}
