/** Bytes of a segment of the write-ahead log, the default of initdb. */
export const SEGMENT_BYTES = 16 * 1024 * 1024

const PER_FILE = 0x1_0000_0000 / SEGMENT_BYTES

/** A segment of the log in the archive. */
export type Segment = Readonly<{
  /** PostgreSQL's name: timeline and position. */
  name: string
  /** All commits in it are older. */
  closedAt: Date
  file: string
}>

/** A base backup: a copy of the database's files, from which the log can be replayed. */
export type BaseBackup = Readonly<{
  file: string
  /** JSON file in the archive that describes it. */
  note: string
  startedAt: Date
  /** First moment that can be restored with it. */
  stoppedAt: Date
  /** First and last segment that it needs. */
  start: string
  stop: string
  /** Size of its files when they are restored. */
  bytes: number
}>

/** Bases and segments that are archived of one data folder, both in order. */
export type LogHistory = Readonly<{ id: string; bases: readonly BaseBackup[]; segments: readonly Segment[] }>

export function nextSegmentName(name: string): string {
  const number = numberOf(name) + 1
  return name.slice(0, 8) + hex(Math.floor(number / PER_FILE)) + hex(number % PER_FILE)
}

/** Position in the log where the segment of this name ends. */
export function segmentEnd(name: string): bigint {
  return BigInt(numberOf(name) + 1) * BigInt(SEGMENT_BYTES)
}

/** Parses PostgreSQL's text of a position in the log, '16/B374D848'. */
export function parseLogPosition(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * PER_FILE + Number.parseInt(name.slice(16), 16)
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}

/** Segments from the first that the base needs up to the first gap. */
export function segmentsWithoutGap({ segments }: LogHistory, base: BaseBackup): Segment[] {
  const run: Segment[] = []
  let next = base.start
  for (const segment of segments) {
    if (segment.name !== next) continue
    run.push(segment)
    next = nextSegmentName(next)
  }
  return run
}

/** The span of time that can be restored from one base. */
export type RestorableSpan = Readonly<{ history: LogHistory; base: BaseBackup; from: Date; until: Date }>

/** The span of a base; null if the archive lacks segments that the base needs. */
function spanOf(history: LogHistory, base: BaseBackup): RestorableSpan | null {
  const last = segmentsWithoutGap(history, base).at(-1)
  if (last === undefined || last.name < base.stop) return null
  return { history, base, from: base.stoppedAt, until: laterOf(last.closedAt, base.stoppedAt) }
}

export function laterOf(a: Date, b: Date): Date {
  return new Date(Math.max(a.getTime(), b.getTime()))
}

/** Spans of time that can be restored, by their first moment. */
export function findSpans(histories: readonly LogHistory[]): RestorableSpan[] {
  const all = histories.flatMap((history) => history.bases.flatMap((base) => spanOf(history, base) ?? []))
  return all.toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** Whether segments are missing after the newest base. */
export function hasGap(history: LogHistory): boolean {
  const base = history.bases.at(-1)
  const last = history.segments.at(-1)
  return (
    base !== undefined &&
    last !== undefined &&
    segmentsWithoutGap(history, base).at(-1) !== last &&
    last.name > base.start
  )
}
