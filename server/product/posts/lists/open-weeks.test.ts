import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'
import { DAY_MS, toSeoulTime } from '#rules/dates.ts'
import { isClosingDay, timeOfDayInSeoul } from '#rules/hours.ts'
import { type OpeningHours, openStateOnWeekday, weekdays } from '#rules/week.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { openAt } from './open-at.ts'
import { isOpen, openBits, spansOf } from './open-weeks.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

beforeAll(async () => {
  author = await site.person()
})
afterEach(() => void vi.useRealTimers())

const here = { lat: 33.5, lng: 126.5 }
const view = { south: 33, north: 34, west: 126, east: 127, zoom: 12 }

const lunchAndDinner = {
  start_time: '10:30',
  end_time: '22:00',
  break_start: '15:00',
  break_end: '17:00',
  last_order: '21:20',
}

function setClock(time: string, day: string): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(`${day}T${time}+09:00`))
}

async function titlesOpen(): Promise<Record<string, string[]>> {
  const api = site.api.as(author)
  const near = { filter: 'near', ...here }
  const lists: Record<string, { data: { title: string }[] }> = {}
  for (const filter of ['latest', 'popular', 'order']) {
    lists[filter] = await api.getPosts({ filter, open: true })
    lists[`search ${filter}`] = await api.getSearchPosts({ keyword: '국밥', filter, open: true })
    lists[`own ${filter}`] = await api.getPosts({ user_id: author.handle, filter, open: true })
    lists[`map ${filter}`] = await api.getMapPosts({ ...view, filter, open: true })
  }
  lists.near = await api.getPosts({ ...near, open: true })
  lists['near within'] = await api.getPosts({ ...near, radius: 1000, open: true })
  return Object.fromEntries(
    Object.entries(lists).map(([name, { data }]) => [name, data.map((one) => one.title).sort()]),
  )
}

test('lists, searches and maps of what is open heed breaks, weekdays, closing days and midnight', async () => {
  const posts: Record<string, Partial<MutationAddPostArgs>> = {
    '주말 브레이크': { week_hours: [{ days: ['sat', 'sun'], ...lunchAndDinner }] },
    '주말만 다른 집': {
      start_time: '09:00',
      end_time: '14:00',
      week_hours: [{ days: ['sat', 'sun'], ...lunchAndDinner }],
    },
    '금요일 밤': { week_hours: [{ days: ['fri', 'sat'], start_time: '18:00', end_time: '03:00' }] },
    '공휴일 휴무': {
      week_hours: [{ days: [...weekdays], start_time: '00:00', end_time: '00:00' }],
      closed_on: ['holiday', 'mon'],
    },
    '같은 시간': { start_time: '10:00', end_time: '20:00' },
  }
  for (const [title, fields] of Object.entries(posts)) {
    await site.post({ author, title, contents: '국밥', ...here, ...fields })
  }
  const at = async (time: string, day: string, open: string[]) => {
    setClock(time, day)
    for (const [list, titles] of Object.entries(await titlesOpen())) {
      expect([time, day, list, titles]).toEqual([time, day, list, open.toSorted()])
    }
  }
  // 2026-11-28 is a Saturday, 2026-12-25 a Friday and holiday.
  await at('14:59:59', '2026-11-28', ['주말 브레이크', '주말만 다른 집', '공휴일 휴무', '같은 시간'])
  await at('15:00:00', '2026-11-28', ['공휴일 휴무', '같은 시간'])
  await at('17:00:00', '2026-11-28', ['주말 브레이크', '주말만 다른 집', '공휴일 휴무', '같은 시간'])
  await at('02:59:59', '2026-11-28', ['금요일 밤', '공휴일 휴무'])
  await at('02:59:59', '2026-11-29', ['금요일 밤', '공휴일 휴무'])
  await at('03:00:00', '2026-11-29', ['공휴일 휴무'])
  await at('12:00:00', '2026-11-30', ['주말만 다른 집', '같은 시간'])
  await at('15:30:00', '2026-12-01', ['공휴일 휴무', '같은 시간'])
  await at('12:00:00', '2026-12-25', ['주말만 다른 집', '같은 시간'])
  await at('19:00:00', '2026-12-25', ['금요일 밤', '같은 시간'])
})

test('the same hours are kept once, and an edit moves a post to another week or to none', async () => {
  const weeks = [{ days: ['wed' as const], start_time: '11:00', end_time: '12:00' }]
  const fields = { title: '한 번', contents: '국밥' }
  const ids = [
    await site.post({ author, ...fields, week_hours: weeks }),
    await site.post({ author, ...fields, week_hours: weeks }),
  ]
  const stored = async () => {
    const { rows } = await sql<{ open_hours: number; listed: number; week_id: number }>`
      select p.open_hours, s.open_hours as listed, p.week_id from posts p join post_stats s on s.post_id = p.id
      where id = any(${ids}::bigint[]) order by id`.execute(site.db)
    return rows
  }
  const [one, other] = await stored()
  expect(one).toEqual({ open_hours: -(one?.week_id ?? 0), listed: one?.open_hours, week_id: expect.any(Number) })
  expect(other).toEqual(one)
  await site.api.as(author).editPost({ id: ids[0] ?? '', ...fields, start_time: '11:00', end_time: '12:00' })
  await site.api.as(author).editPost({ id: ids[1] ?? '', ...fields })
  expect(await stored()).toEqual([
    { open_hours: 288 * 132 + 144, listed: 288 * 132 + 144, week_id: null },
    { open_hours: null, listed: null, week_id: null },
  ])
})

const stepTime = fc
  .nat(287)
  .map((step) => `${String(Math.floor(step / 12)).padStart(2, '0')}:${String((step % 12) * 5).padStart(2, '0')}`)

const day = fc
  .record({ start_time: stepTime, end_time: stepTime, from: fc.nat(), to: fc.nat() })
  .map(({ start_time, end_time }) => ({ start_time, end_time }))

const week = fc
  .array(fc.option(day, { nil: null }), { minLength: 7, maxLength: 7 })
  .map((days) => days.flatMap((hours, at) => (hours ? [{ ...hours, days: [weekdays[at] ?? 'mon'] }] : [])))

/** With a break an hour after opening, where it is open long enough. */
const withBreaks = week.map((days) =>
  days.map((hours) => {
    const [hour = '', minute = ''] = hours.start_time.split(':')
    const at = (later: number) => `${String((Number(hour) + later) % 24).padStart(2, '0')}:${minute}`
    const span = (Number(hours.end_time.slice(0, 2)) - Number(hour) + 24) % 24
    return span > 3 ? { ...hours, break_start: at(1), break_end: at(2) } : hours
  }),
)

/** From November to January, with Christmas and New Year. */
const instant = fc
  .integer({ min: Date.UTC(2026, 10, 1) / 300_000, max: Date.UTC(2027, 0, 31) / 300_000 })
  .map((step) => step * 300_000)

test('the database and the browser agree on what is open, with and without held weeks', async () => {
  const holidays = ['2026-12-25', '2027-01-01']
  const told = fc.record({
    week_hours: withBreaks,
    closed_on: fc.subarray(['mon', 'thu', 'fri', 'sat', 'holiday'] as const),
    start_time: fc.option(stepTime, { nil: null }),
    end_time: fc.option(stepTime, { nil: null }),
  })
  const near = fc
    .constantFrom(...holidays)
    .chain((date) =>
      fc.integer({ min: -300, max: 600 }).map((step) => Date.parse(`${date}T00:00+09:00`) + step * 300_000),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 20, maxLength: 20 }), fc.oneof(instant, near), async (all, now) => {
      const isShut = (hours: OpeningHours, at: number) => isClosingDay(hours.closed_on, at, holidays)
      const expected = all.map((hours) => {
        const state = openStateOnWeekday(hours, {
          day: (toSeoulTime(now).getUTCDay() + 6) % 7,
          time: timeOfDayInSeoul(new Date(now)),
          isClosed: isShut(hours, now),
          wasClosed: isShut(hours, now - DAY_MS),
        })
        return state?.open ?? false
      })
      const spans = all.map(spansOf)
      await sql`insert into open_weeks (spans) select distinct unnest(${spans}::int4multirange[]) on conflict do nothing`.execute(
        site.db,
      )
      const at = openAt(new Date(now))
      for (const weeks of [undefined, await vi.waitUntil(() => heldBits(now))]) {
        const { rows } = await sql<{ open: boolean }>`
          select coalesce(${isOpen(sql`hours`, at, weeks)}, false) as open
          from unnest(${spans}::int4multirange[]) with ordinality given (spans, n)
          cross join lateral (select -id as hours from open_weeks w where w.spans = given.spans) w order by n`.execute(
          site.db,
        )
        expect(rows.map(({ open }) => open)).toEqual(expected)
      }
    }),
    { numRuns: 60 },
  )
})

function heldBits(now: number) {
  const held = openBits(site.db, new Date(now))
  return held.end > 0 && held
}
