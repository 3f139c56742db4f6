import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#rules/dates.ts'
import { TIME_STEP_SECONDS } from '#rules/hours.ts'
import type { PostInput } from '#rules/post.ts'
import { hoursOfWeekday, type OpeningHours, openRanges, weekdays } from '#rules/week.ts'
import { type Database, perDatabase, type Queryable } from '../../../platform/database/connect.ts'
import { type OpenAt, openAt } from './open-at.ts'

/** Minutes for each weekday in `spans`: those of the day and of the next one, because a place may be open past midnight. */
const DAY = 2880

/** The minute in `spans` that stands for being closed on holidays. */
const ON_HOLIDAYS = weekdays.length * DAY

const HOLIDAY_BIT = 1 << weekdays.length

/** The minutes of a week in which a place is open, as a multirange of PostgreSQL. */
export function spansOf(hours: OpeningHours): string {
  const spans = weekdays.flatMap((day, index) => {
    const told = hours.closed_on.includes(day) ? null : hoursOfWeekday(hours, day)
    return told ? openRanges(told).map(([from, to]) => [index * DAY + from, index * DAY + to] as const) : []
  })
  if (hours.closed_on.includes('holiday')) spans.push([ON_HOLIDAYS, ON_HOLIDAYS + 1])
  return `{${spans.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/** Id of the row of `open_weeks` with a post's hours by weekday, which is added if missing; null without such hours. */
export async function findOrAddWeek(db: Queryable, post: PostInput): Promise<number | null> {
  if (!post.week_hours) return null
  const spans = sql<string>`${spansOf(post)}::int4multirange`
  const find = async () => {
    const { rows } = await sql<{ id: number }>`select id from open_weeks where spans = ${spans}`.execute(db)
    return rows[0]?.id
  }
  // An insert in conflict with the row would use up a number of its sequence.
  const known = await find()
  if (known !== undefined) return known
  await sql`insert into open_weeks (spans) values (${spans}) on conflict do nothing`.execute(db)
  return (await find()) ?? null
}

function isOpenIn(spans: RawBuilder<unknown>, { step, today, yesterday }: OpenAt): RawBuilder<boolean> {
  const minute = step * 5
  const covers = (mask: number, later: number) => {
    const day = weekdays.findIndex((_, bit) => mask & (1 << bit))
    if (day === -1) return sql<boolean>`false`
    const isIn = sql<boolean>`${spans} @> ${day * DAY + later + minute}::integer`
    return mask & HOLIDAY_BIT ? sql<boolean>`(${isIn} and not ${spans} @> ${sql.lit(ON_HOLIDAYS)})` : isIn
  }
  return sql<boolean>`(${covers(today, 0)} or ${covers(yesterday, DAY / 2)})`
}

/** Limit of rows of `open_weeks` whose state is held in memory; lists read the others from the table. */
const MOST_HELD = 262_144

/** Limit of instants held in memory: now, the next step, and those of lists whose first page was loaded earlier. */
const INSTANTS = 16

/** A bit for each id of `open_weeks` below `end`: whether places with these hours are open. */
export type OpenBits = Readonly<{ bits: Buffer; end: number; readAt: number }>

const NONE: OpenBits = { bits: Buffer.alloc(0), end: 0, readAt: Number.NEGATIVE_INFINITY }

/** Rows of `open_weeks` that are open at an instant, so that a list reads only the rows that were added since. */
class OpenWeeks {
  readonly #db: Database
  readonly #known = new LRUCache<string, OpenBits>({ max: INSTANTS })
  readonly #reading = new Set<string>()

  constructor(db: Database) {
    this.#db = db
  }

  at(instant: OpenAt): OpenBits {
    const name = Object.values(instant).join(' ')
    const known = this.#known.get(name) ?? NONE
    if (performance.now() - known.readAt > MINUTE_MS && !this.#reading.has(name)) void this.#read(name, instant)
    return known
  }

  /** Never fails: lists work without it, more slowly. */
  async #read(name: string, instant: OpenAt): Promise<void> {
    this.#reading.add(name)
    try {
      const { rows } = await sql<{ end: number; open: number[] }>`
        select coalesce(max(id), 0) + 1 as end,
          coalesce(array_agg(id) filter (where ${isOpenIn(sql`spans`, instant)}), '{}') as open
        from open_weeks where id < ${sql.lit(MOST_HELD)}`.execute(this.#db)
      const { end = 0, open = [] } = rows[0] ?? {}
      const bits = Buffer.alloc(Math.ceil(end / 8))
      for (const id of open) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
      this.#known.set(name, { bits, end, readAt: performance.now() })
    } catch {
      // The next list asks again.
    } finally {
      this.#reading.delete(name)
    }
  }
}

const openWeeks = perDatabase((db) => new OpenWeeks(db))

/** The bits for now. Those for the next step are read ahead, so that its first lists find them. */
export function openBits(db: Database, now: Date): OpenBits {
  const weeks = openWeeks(db)
  weeks.at(openAt(new Date(now.getTime() + TIME_STEP_SECONDS * 1000)))
  return weeks.at(openAt(now))
}

/**
 * SQL condition: the place of a post is open.
 * @param hours column `open_hours`
 */
export function isOpen(hours: RawBuilder<unknown>, at: OpenAt, { bits, end }: OpenBits = NONE): RawBuilder<boolean> {
  const { step, today, yesterday } = at
  const held = end === 0 ? sql`` : sql`when -${hours} < ${end}::integer then get_bit(${bits}::bytea, -${hours}) = 1`
  return sql<boolean>`case
    when ${hours} >= 0 then is_open(${hours}, ${step}::integer, ${today}::integer, ${yesterday}::integer) ${held}
    else -${hours} in (select id from open_weeks where id >= ${end}::integer and ${isOpenIn(sql`spans`, at)}) end`
}
