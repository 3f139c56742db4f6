import { toSeoulTime } from '#rules/dates.ts'
import { StartError } from '../../start-error.ts'
import type { BackupPlace } from '../place.ts'
import { readHistories } from './log-place.ts'
import { findSpans, laterOf, type RestorableSpan, type Segment, segmentsWithoutGap } from './segments.ts'

/** A moment in Seoul: '2026-11-30 12:34:56'. */
export function momentText(time: Date): string {
  return exactMomentText(time).slice(0, 19)
}

/** A moment in Seoul with milliseconds, for --to: '2026-11-30 12:34:56.789'. */
export function exactMomentText(time: Date): string {
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

/** The base and the segments from which a moment is restored. */
export type RestorePlan = Readonly<{
  place: BackupPlace
  span: RestorableSpan
  segments: readonly Segment[]
  /**
   * Segment after them, if archived. It may contain commits of the moment, because a commit is written a little after
   * its time.
   */
  next?: Segment | undefined
  until: Date
}>

export type SpanAtPlace = Readonly<{ place: BackupPlace; span: RestorableSpan }>

/** Spans of time that can be restored from these places. */
export async function readRestorableSpans(places: readonly BackupPlace[]): Promise<SpanAtPlace[]> {
  const found = await Promise.all(
    places.map(async (place) => findSpans(await readHistories(place)).map((span) => ({ place, span }))),
  )
  return found.flat()
}

/**
 * Chooses the base and the segments for a moment, null for the latest, so that the least log is replayed.
 * @throws {StartError} with the moments that can be restored
 */
export function planRestore(found: readonly SpanAtPlace[], moment: Date | null): RestorePlan {
  if (found.length === 0) throw new StartError('No archived log is there, nor a base backup: restore a FILE.')
  if (moment === null) return planLatest(found)
  const leads = ({ span }: SpanAtPlace) => span.from <= moment && span.until >= moment
  const chosen = found.filter(leads).toSorted((a, b) => time(b.span.from) - time(a.span.from))[0]
  if (!chosen) throw new StartError(`${momentText(moment)} cannot be restored. ${describeSpans(found)}`)
  const { place, span } = chosen
  const run = segmentsWithoutGap(span.history, span.base)
  const end = run.findIndex(({ closedAt, name }) => closedAt >= moment && name >= span.base.stop)
  const segments = end === -1 ? run : run.slice(0, end + 1)
  return { place, span, segments, next: run[segments.length], until: moment }
}

/** Latest moment that can be restored without this segment of the plan; null if the base itself needs the segment. */
export function latestMomentBefore({ span: { history, base } }: RestorePlan, segment: Segment): Date | null {
  const run = segmentsWithoutGap(history, base)
  const before = run[run.findIndex(({ name }) => name === segment.name) - 1]
  if (before === undefined || before.name < base.stop || before.closedAt < base.stoppedAt) return null
  return before.closedAt
}

function planLatest(found: readonly SpanAtPlace[]): RestorePlan {
  const byEnd = (a: SpanAtPlace, b: SpanAtPlace) =>
    time(b.span.until) - time(a.span.until) || time(b.span.from) - time(a.span.from)
  const [chosen] = found.toSorted(byEnd)
  if (!chosen) throw new StartError('No archived log is there.')
  const { place, span } = chosen
  const after = span.history.segments.find(({ closedAt }) => closedAt > span.until)
  if (after)
    throw new StartError(
      `The log in ${place.addressOf('')} has a gap after ${momentText(span.until)}, and goes on at ` +
        `${momentText(after.closedAt)}: the latest moment is --to '${exactMomentText(span.until)}'.`,
    )
  return { place, span, segments: segmentsWithoutGap(span.history, span.base), until: span.until }
}

/** The sentence 'Moments from … to … can be restored', with overlapping spans joined. */
export function describeSpans(found: readonly SpanAtPlace[]): string {
  const ranges: { from: Date; until: Date }[] = []
  for (const { span } of found.toSorted((a, b) => time(a.span.from) - time(b.span.from))) {
    const last = ranges.at(-1)
    if (last && span.from <= last.until) last.until = laterOf(last.until, span.until)
    else ranges.push({ from: span.from, until: span.until })
  }
  const texts = ranges.map(({ from, until }) => `from ${momentText(from)} to ${momentText(until)}`)
  return `Moments ${texts.join(', and ')} (Seoul) can be restored.`
}

const time = (date: Date) => date.getTime()
