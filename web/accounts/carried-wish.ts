import { readSealed, writeSealed } from '../storage/browser-storage.ts'
import type { Wish } from './wish.ts'

// A login at a provider leaves the site, and with it the history entry that holds the wish. So the wish waits in the storage of
// the tab, and the way back names it: only the login that took it along leads there, and no other person's.

const CARRIED = 'carried_wish'
const MARK = '#wish='

type Carried = Wish & { next: string }

/** The page to return to, with a mark if there is a wish. */
export function carryWish(next: string | undefined, wish: Wish | undefined): string | undefined {
  if (!wish || next === undefined) return next
  writeSealed(CARRIED, JSON.stringify({ ...wish, next }))
  return `${next.split('#')[0]}${MARK}${wish.at}`
}

/** The wish that the way back names. */
export function carriedWish(next: string | undefined): Carried | undefined {
  const carried = readSealed(CARRIED) as Carried | null
  return carried && next?.endsWith(MARK + carried.at) ? carried : undefined
}

export const isMarked = (next: string): boolean => next.includes(MARK)

/** The page to return to as it was before the mark. */
export function unmarked(next: string | undefined): string | undefined {
  return carriedWish(next)?.next ?? next?.split(MARK)[0]
}
