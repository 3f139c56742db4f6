import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { closedDayNames } from './fact-labels.ts'
import { factSchemas } from './facts.ts'
import type { ClosedDay } from './hours.ts'
import { parseFiveMinuteTime } from './time-of-day.ts'
import {
  hoursOfWeekday,
  minutesSinceMidnight,
  type OpeningHours,
  openRanges,
  type Weekday,
  type WeekHours,
  weekdays,
} from './week.ts'

const nameOf = (day: Weekday) => `${closedDayNames[day]}요일`

/** Each message names its day, because the row of the day may be folded. */
export const weekMessages = {
  none: '영업하는 요일을 하루 이상 적어 주세요.',
  times: (day: Weekday) => `${nameOf(day)} 여는 시간과 닫는 시간을 모두 적어 주세요.`,
  step: (day: Weekday) => `${nameOf(day)} 시간은 10:30처럼 5분 단위로 적어 주세요.`,
  break: (day: Weekday) => `${nameOf(day)} 브레이크는 시작과 끝을 모두 적어 주세요.`,
  breakWithin: (day: Weekday) => `${nameOf(day)} 브레이크는 영업시간 안에서, 시작이 끝보다 빠르게 적어 주세요.`,
  lastOrder: (day: Weekday) => `${nameOf(day)} 라스트오더는 영업하는 시간 안으로 적어 주세요.`,
  overlap: (day: Weekday, next: Weekday) =>
    `${nameOf(day)} 영업이 ${nameOf(next)} 여는 시간보다 늦게 끝나요. 두 요일의 시간을 다시 봐 주세요.`,
} as const

const text = v.pipe(
  v.nullish(v.string(errorMessages.BAD_USER_INPUT), null),
  v.transform((typed) => typed?.trim() || null),
)

const typedHours = v.object({
  days: v.pipe(
    v.array(v.picklist(weekdays, errorMessages.BAD_USER_INPUT), errorMessages.BAD_USER_INPUT),
    v.minLength(1, errorMessages.BAD_USER_INPUT),
    v.maxLength(weekdays.length, errorMessages.BAD_USER_INPUT),
  ),
  start_time: text,
  end_time: text,
  break_start: text,
  break_end: text,
  last_order: text,
})

type TypedHours = v.InferOutput<typeof typedHours>

type Times = {
  start_time: string
  end_time: string
  break_start: string | null
  break_end: string | null
  last_order: string | null
}

/** Hours as they are stored and sent. */
export type WrittenHours = Times & { days: Weekday[] }

const timeNames = ['start_time', 'end_time', 'break_start', 'break_end', 'last_order'] as const

/** The message about the first fault in the hours of a day; null for none. */
function problemOf(hours: TypedHours, day: Weekday): string | null {
  const { start_time, end_time, break_start, break_end, last_order } = hours
  if (start_time === null || end_time === null) return weekMessages.times(day)
  if (timeNames.some((name) => hours[name] !== null && parseFiveMinuteTime(hours[name]) === null))
    return weekMessages.step(day)
  if ((break_start === null) !== (break_end === null)) return weekMessages.break(day)
  const read = readTimes(hours)
  const [first, second] = openRanges(read)
  if (!first) return weekMessages.times(day)
  const end = openRanges({ start_time: read.start_time, end_time: read.end_time })[0]?.[1] ?? 0
  const isWithin = !second || (first[0] < first[1] && first[1] < second[0] && second[0] < end)
  if (!isWithin) return weekMessages.breakWithin(day)
  if (read.last_order === null || last_order === null) return null
  const order = first[0] + ((minutesSinceMidnight(read.last_order ?? '') - first[0] + 1440) % 1440 || 1440)
  const ranges = second ? [first, second] : [first]
  return ranges.some(([from, to]) => order > from && order <= to) ? null : weekMessages.lastOrder(day)
}

function readTimes(hours: TypedHours): Times {
  const read = (time: string | null) => (time === null ? null : parseFiveMinuteTime(time))
  return {
    start_time: read(hours.start_time) ?? '',
    end_time: read(hours.end_time) ?? '',
    break_start: read(hours.break_start),
    break_end: read(hours.break_end),
    last_order: read(hours.last_order),
  }
}

/** Hours of a week, with no weekday twice. Days with the same hours share an entry of the result. */
export const weekSchema = v.pipe(
  v.nullish(v.array(typedHours, errorMessages.BAD_USER_INPUT), []),
  v.maxLength(weekdays.length, errorMessages.BAD_USER_INPUT),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const told = dataset.value.flatMap((hours) => hours.days.map((day) => ({ day, hours })))
    const isTwice = new Set(told.map(({ day }) => day)).size < told.length
    const problems = told
      .toSorted((one, other) => weekdays.indexOf(one.day) - weekdays.indexOf(other.day))
      .map(({ day, hours }) => problemOf(hours, day))
    const message = isTwice ? errorMessages.BAD_USER_INPUT : problems.find((problem) => problem !== null)
    if (message) addIssue({ message })
  }),
  v.transform((week) => groupEqualDays(week.map((hours) => ({ days: hours.days, ...readTimes(hours) })))),
)

/** The week without its closing days, in one entry for all days with the same hours; null if no day is left. */
export function withoutClosedDays(week: readonly WeekHours[], closed: readonly ClosedDay[]): WrittenHours[] | null {
  return groupEqualDays(week.map((hours) => ({ ...hours, days: hours.days.filter((day) => !closed.includes(day)) })))
}

/** Hours of a week in one entry for all days with the same hours, ordered by the first day; null for none. */
export function groupEqualDays(week: readonly WeekHours[]): WrittenHours[] | null {
  const byTimes = new Map<string, WrittenHours>()
  for (const day of weekdays) {
    const told = week.find(({ days }) => days.includes(day))
    if (!told) continue
    const { start_time, end_time, break_start = null, break_end = null, last_order = null } = told
    const times = { start_time, end_time, break_start, break_end, last_order }
    const key = JSON.stringify(times)
    const same = byTimes.get(key)
    byTimes.set(key, { days: [...(same?.days ?? []), day], ...times })
  }
  return byTimes.size > 0 ? [...byTimes.values()] : null
}

/** The message for the first day whose hours reach into those of the next day; null if there is none. */
export function overlapMessage(week: readonly WeekHours[]): string | null {
  const told: OpeningHours = { start_time: null, end_time: null, closed_on: [], week_hours: week }
  for (const [index, day] of weekdays.entries()) {
    const next = weekdays[(index + 1) % weekdays.length] as Weekday
    const [hours, following] = [hoursOfWeekday(told, day), hoursOfWeekday(told, next)]
    const end = hours && openRanges(hours).at(-1)?.[1]
    const isAllDay = following?.start_time === following?.end_time
    if (end && following && !isAllDay && end > 1440 + minutesSinceMidnight(following.start_time))
      return weekMessages.overlap(day, next)
  }
  return null
}

/** Hours of a place as a member enters them on its page. */
export const openingHoursSchema = v.pipe(
  v.object({ week_hours: weekSchema, closed_on: factSchemas.closed_on }),
  v.transform(({ week_hours, closed_on }) => ({
    week_hours: week_hours && withoutClosedDays(week_hours, closed_on),
    closed_on,
  })),
  v.forward(
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { week_hours } = dataset.value
      const message = week_hours ? overlapMessage(week_hours) : weekMessages.none
      if (message) addIssue({ message })
    }),
    ['week_hours'],
  ),
)
