import { readJson, storeText, useStored } from './browser-storage.ts'
import { RECENT_TOWNS, rememberTown, TOWN } from './remembered.ts'
import { type Town, toTown } from './town.ts'

const MAX_TOWNS = 6

/** Towns without those that are only a position, which has no name by which to find it again. */
function toTowns(stored: unknown): Town[] {
  const towns = Array.isArray(stored) ? stored.flatMap((one) => toTown(one) ?? []) : []
  return towns.filter(({ area, around }) => area || around).slice(0, MAX_TOWNS)
}

/** Compares names, because a town that was chosen by position has another point each time. */
const isSame = (one: Town, other: Town): boolean =>
  one.name === other.name && one.area === other.area && one.around === other.around

/** Makes a town the reader's, and the first of those that were chosen lately. */
export function chooseTown(town: Town): void {
  const recent = toTowns(readJson('localStorage', RECENT_TOWNS))
  const { isAside: _, ...present } = toTown(readJson('localStorage', TOWN)) ?? town
  // The present town is not among them if an earlier release stored it.
  const before = recent.some((one) => isSame(one, present)) ? recent : [present, ...recent]
  rememberTown(town)
  storeText(
    'localStorage',
    RECENT_TOWNS,
    JSON.stringify(toTowns([town, ...before.filter((one) => !isSame(one, town))])),
  )
}

/** Towns chosen lately on this device without the present one, the last first. */
export function useRecentTowns(present: Town | null): Town[] {
  return toTowns(useStored(RECENT_TOWNS)).filter((one) => !present || !isSame(one, present))
}
