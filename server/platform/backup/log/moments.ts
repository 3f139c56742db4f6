import { toSeoulTime } from '#rules/dates.ts'
import { StartError } from '../../start-error.ts'
import type { BackupPlace } from '../place.ts'
import { readHistories } from './log-place.ts'
import { laterOf, type Reach, reaches, runOf, type Segment } from './segments.ts'

/** A moment in Seoul: '2026-11-30 12:34:56'. */
export function momentText(time: Date): string {
  return exactText(time).slice(0, 19)
}

/** With milliseconds, for --to: '2026-11-30 12:34:56.789'. */
export function exactText(time: Date): string {
  return toSeoulTime(time).toISOString().slice(0, 23).replace('T', ' ')
}

/** @param text '2026-11-30 12:34' in Seoul, or with a zone such as Z or +09:00. @throws {StartError} */
export function parseMoment(text: string): Date {
  const [, day, minute, second = ':00', zone = '+09:00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const time = new Date(`${day}T${minute}${second}${zone}`)
  if (day !== undefined && !Number.isNaN(time.getTime())) return time
  throw new StartError(`"${text}" is no moment: --to needs one such as '2026-11-30 12:34', in Seoul, or latest.`)
}

/** A base with the segments that lead to a moment. */
export type Way = Readonly<{
  place: BackupPlace
  reach: Reach
  segments: readonly Segment[]
  /** The one after them, in which commits may be that are a little older than their segment. */
  next?: Segment | undefined
  until: Date
}>

export type Found = Readonly<{ place: BackupPlace; reach: Reach }>

/** Spans of time that can be restored from these places. */
export async function findReaches(places: readonly BackupPlace[]): Promise<Found[]> {
  const found = await Promise.all(
    places.map(async (place) => reaches(await readHistories(place)).map((reach) => ({ place, reach }))),
  )
  return found.flat()
}

/**
 * The way to a moment, or to the latest one, that replays least.
 * @throws {StartError} which says which moments there are
 */
export function chooseWay(found: readonly Found[], moment: Date | null): Way {
  if (found.length === 0) throw new StartError('No archived log is there, nor a base backup: restore a FILE.')
  if (moment === null) return latestWay(found)
  const leads = ({ reach }: Found) => reach.from <= moment && reach.until >= moment
  const chosen = found.filter(leads).toSorted((a, b) => time(b.reach.from) - time(a.reach.from))[0]
  if (!chosen) throw new StartError(`${momentText(moment)} cannot be restored. ${told(found)}`)
  const { place, reach } = chosen
  const run = runOf(reach.history, reach.base)
  const end = run.findIndex(({ closedAt, name }) => closedAt >= moment && name >= reach.base.stop)
  const segments = end === -1 ? run : run.slice(0, end + 1)
  return { place, reach, segments, next: run[segments.length], until: moment }
}

/** Latest moment that a way leads to without this segment of it, or null if the base needs it for its own first moment. */
export function latestBefore({ reach: { history, base } }: Way, segment: Segment): Date | null {
  const run = runOf(history, base)
  const before = run[run.findIndex(({ name }) => name === segment.name) - 1]
  if (before === undefined || before.name < base.stop || before.closedAt < base.stoppedAt) return null
  return before.closedAt
}

function latestWay(found: readonly Found[]): Way {
  const byEnd = (a: Found, b: Found) =>
    time(b.reach.until) - time(a.reach.until) || time(b.reach.from) - time(a.reach.from)
  const [chosen] = found.toSorted(byEnd)
  if (!chosen) throw new StartError('No archived log is there.')
  const { place, reach } = chosen
  const after = reach.history.segments.find(({ closedAt }) => closedAt > reach.until)
  if (after)
    throw new StartError(
      `The log in ${place.addressOf('')} has a gap after ${momentText(reach.until)}, and goes on at ` +
        `${momentText(after.closedAt)}: the latest moment is --to '${exactText(reach.until)}'.`,
    )
  return { place, reach, segments: runOf(reach.history, reach.base), until: reach.until }
}

/** 'Moments from … to … can be', the ranges joined where they overlap. */
export function told(found: readonly Found[]): string {
  const ranges: { from: Date; until: Date }[] = []
  for (const { reach } of found.toSorted((a, b) => time(a.reach.from) - time(b.reach.from))) {
    const last = ranges.at(-1)
    if (last && reach.from <= last.until) last.until = laterOf(last.until, reach.until)
    else ranges.push({ from: reach.from, until: reach.until })
  }
  const texts = ranges.map(({ from, until }) => `from ${momentText(from)} to ${momentText(until)}`)
  return `Moments ${texts.join(', and ')} (Seoul) can be restored.`
}

const time = (date: Date) => date.getTime()
