import { type DayHours, type WeekHours, type Weekday, weekdays } from '#rules/week.ts'

/** The hours of one weekday as they are typed: a text is never null, and all are empty for a day of which nothing is told. */
export type TypedDay = Record<keyof DayHours, string> & { days: [Weekday] }

const EMPTY: Record<keyof DayHours, string> = {
  start_time: '',
  end_time: '',
  break_start: '',
  break_end: '',
  last_order: '',
}

export const timeNames = Object.keys(EMPTY) as (keyof DayHours)[]

/** One entry for each weekday; none at all when nothing was told, which is what an empty form has. */
export function typedWeek(week: readonly WeekHours[] | null | undefined): TypedDay[] {
  if (!week) return []
  return weekdays.map((day) => {
    const told = week.find(({ days }) => days.includes(day))
    return Object.assign({ days: [day] as [Weekday] }, EMPTY, ...timeNames.map((name) => ({ [name]: told?.[name] ?? '' })))
  })
}

/** All seven days, of a form or draft that may have none yet. */
export function wholeWeek(typed: readonly TypedDay[]): TypedDay[] {
  return weekdays.map((day) => typed.find(({ days }) => days[0] === day) ?? { days: [day], ...EMPTY })
}

export function isTypedDay(day: TypedDay): boolean {
  return timeNames.some((name) => day[name] !== '')
}

/** The days that were filled in, for the server. */
export function typedDays(typed: readonly TypedDay[]): TypedDay[] {
  return typed.filter(isTypedDay)
}

/** The same times on another day. */
export function onDay(hours: TypedDay, day: Weekday): TypedDay {
  return { ...hours, days: [day] }
}
