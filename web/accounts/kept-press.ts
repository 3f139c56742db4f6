import { readSealed, writeSealed } from '../storage/browser-storage.ts'
import type { PendingPress } from './pending-press.ts'

// A login at a provider leaves the site, so its history entry is not there on the return. The pending press is kept in
// sessionStorage, and the fragment of the return URL has its time. Without that fragment, as after another login, it is ignored.

const KEPT = 'carried_wish'
const MARK = '#wish='

type KeptPress = PendingPress & { next: string }

/** Stores the press in the tab. @returns the URL to return to, with the mark of the press; unchanged without a press */
export function keepPressForReturn(next: string | undefined, press: PendingPress | undefined): string | undefined {
  if (!press || next === undefined) return next
  writeSealed(KEPT, JSON.stringify({ ...press, next }))
  return `${next.split('#')[0]}${MARK}${press.at}`
}

/** The stored press whose mark `next` has. */
export function loadKeptPress(next: string | undefined): KeptPress | undefined {
  const kept = readSealed(KEPT) as KeptPress | null
  return kept && next?.endsWith(MARK + kept.at) ? kept : undefined
}

/** Whether the URL to return to has the mark of a press. */
export const hasKeptPressMark = (next: string): boolean => next.includes(MARK)

/** The URL to return to, as it was before `keepPressForReturn` added the mark. */
export function withoutPressMark(next: string | undefined): string | undefined {
  return loadKeptPress(next)?.next ?? next?.split(MARK)[0]
}
