import { DAY_MS } from '#rules/dates.ts'

/** Last word of one member on a place's hours, in a post or by a press. Equal hours have the same `key`. */
export type HourVote = Readonly<{
  key: string
  /** In ms since 1970. */
  at: number
  /** The member said that the hours shown until then were wrong. */
  changed: boolean
}>

/** `at`: when somebody said so last. */
export type AgreedHours = Readonly<{ key: string; count: number; at: number }>

/** Members who have to say that hours have changed. */
const ENOUGH = 2

/** Older words than a year before the newest one are no longer looked at. */
const RECENT_MS = 365 * DAY_MS

type Said = AgreedHours & Readonly<{ votes: readonly HourVote[]; isChange: boolean }>

/**
 * The hours that most members say, of as many the newest, and beside them others that one member has called the right ones.
 * Once a second member agrees with a change, what others said before it counts no more.
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
  // Later words that nothing has changed outvote it.
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

/** When the second member said it, so that it was agreed. */
function agreedAt({ votes }: Said): number {
  return votes.map(({ at }) => at).toSorted((one, other) => one - other)[ENOUGH - 1] ?? 0
}

function changedAt({ votes }: Said): number {
  return Math.min(...votes.filter(({ changed }) => changed).map(({ at }) => at))
}
