import { DAY_MS } from '#rules/dates.ts'

/** The last statement of a member about a place's hours, in a post or by a button. Equal hours have the same `key`. */
export type HourVote = Readonly<{
  key: string
  /** In ms since 1970. */
  at: number
  /** Whether the member stated other hours than those shown at the time. */
  changed: boolean
}>

/** Hours that `count` members state, the last of them at `at`. */
export type AgreedHours = Readonly<{ key: string; count: number; at: number }>

/** Number of members who have to state the same new hours before these replace others. */
const ENOUGH = 2

/** Statements more than a year older than the newest one are ignored. */
const RECENT_MS = 365 * DAY_MS

type Said = AgreedHours & Readonly<{ votes: readonly HourVote[]; isChange: boolean }>

/**
 * The hours that most members state, or the newest of those with equal numbers; and behind them a change that only one member
 * has stated so far. Once a second member agrees with a change, earlier statements of other hours no longer count.
 */
export function agreedHours(all: readonly HourVote[]): AgreedHours[] {
  const since = Math.max(...all.map(({ at }) => at)) - RECENT_MS
  const recent = all.filter(({ at }) => at >= since)
  const [change] = sayings(recent)
    .filter(({ isChange, count }) => isChange && count >= ENOUGH)
    .toSorted((one, other) => agreedAt(other) - agreedAt(one))
  const counted = sayings(
    change ? recent.filter(({ key, at }) => key === change.key || at >= changedAt(change)) : recent,
  )
  const isOpen = ({ isChange, count }: Said) => isChange && count < ENOUGH
  const ranked = counted.toSorted(
    (one, other) => Number(isOpen(one)) - Number(isOpen(other)) || other.count - one.count || other.at - one.at,
  )
  const [winner] = ranked
  if (!winner) return []
  // Enough later statements of the winning hours outvote a change.
  const isOutvoted = ({ at }: Said) => winner.votes.filter((vote) => vote.at > at).length >= ENOUGH
  const [other] = counted
    .filter((said) => said !== winner && isOpen(said) && !isOutvoted(said))
    .toSorted((one, next) => next.at - one.at)
  return [winner, ...(other ? [other] : [])].map(({ key, count, at }) => ({ key, count, at }))
}

function sayings(votes: readonly HourVote[]): Said[] {
  const byKey = Map.groupBy(votes, ({ key }) => key)
  return [...byKey].map(([key, among]) => ({
    key,
    count: among.length,
    at: Math.max(...among.map(({ at }) => at)),
    votes: among,
    isChange: among.some(({ changed }) => changed),
  }))
}

/** Time at which the second member stated the hours, and so agreed. */
function agreedAt({ votes }: Said): number {
  return votes.map(({ at }) => at).toSorted((one, other) => one - other)[ENOUGH - 1] ?? 0
}

function changedAt({ votes }: Said): number {
  return Math.min(...votes.filter(({ changed }) => changed).map(({ at }) => at))
}
