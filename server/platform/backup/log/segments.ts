/** Bytes of a segment, which initdb sets. */
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

/** A copy of the database's files, from which the log leads on. */
export type Base = Readonly<{
  file: string
  /** Note of it in the archive. */
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

/** Archive of one data folder, its segments in order. */
export type History = Readonly<{ id: string; bases: readonly Base[]; segments: readonly Segment[] }>

export function segmentAfter(name: string): string {
  const number = numberOf(name) + 1
  return name.slice(0, 8) + hex(Math.floor(number / PER_FILE)) + hex(number % PER_FILE)
}

/** Position in the log where the next one begins. */
export function endOf(name: string): bigint {
  return BigInt(numberOf(name) + 1) * BigInt(SEGMENT_BYTES)
}

/** Position in the log of PostgreSQL's text '16/B374D848'. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * PER_FILE + Number.parseInt(name.slice(16), 16)
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}

/** Segments from the base on, without a gap. */
export function runOf({ segments }: History, base: Base): Segment[] {
  const run: Segment[] = []
  let next = base.start
  for (const segment of segments) {
    if (segment.name !== next) continue
    run.push(segment)
    next = segmentAfter(next)
  }
  return run
}

/** The moments that a base leads to. */
export type Reach = Readonly<{ history: History; base: Base; from: Date; until: Date }>

/** null if the archive lacks segments that the base needs. */
function reachOf(history: History, base: Base): Reach | null {
  const last = runOf(history, base).at(-1)
  if (last === undefined || last.name < base.stop) return null
  return { history, base, from: base.stoppedAt, until: laterOf(last.closedAt, base.stoppedAt) }
}

export function laterOf(a: Date, b: Date): Date {
  return new Date(Math.max(a.getTime(), b.getTime()))
}

/** Spans of time that can be restored, by their first moment. */
export function reaches(histories: readonly History[]): Reach[] {
  const all = histories.flatMap((history) => history.bases.flatMap((base) => reachOf(history, base) ?? []))
  return all.toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** Whether segments are missing after the newest base. */
export function hasGap(history: History): boolean {
  const base = history.bases.at(-1)
  const last = history.segments.at(-1)
  return base !== undefined && last !== undefined && runOf(history, base).at(-1) !== last && last.name > base.start
}
