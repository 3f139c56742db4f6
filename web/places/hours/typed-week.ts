import { type DayHours, type Weekday, type WeekHours, weekdays } from '#rules/week.ts'

/** The hours of one weekday as texts of a form, all of them empty for a day without hours. */
export type TypedDay = Record<keyof DayHours, string> & { days: [Weekday] }

const EMPTY: Record<keyof DayHours, string> = {
  start_time: '',
  end_time: '',
  break_start: '',
  break_end: '',
  last_order: '',
}

export const timeFields = Object.keys(EMPTY) as (keyof DayHours)[]

/** Converts hours to those of a form: one entry for each weekday, or none without hours. */
export function toTypedWeek(week: readonly WeekHours[] | null | undefined): TypedDay[] {
  if (!week) return []
  return weekdays.map((day) => {
    const told = week.find(({ days }) => days.includes(day))
    return Object.assign(
      { days: [day] as [Weekday] },
      EMPTY,
      ...timeFields.map((name) => ({ [name]: told?.[name] ?? '' })),
    )
  })
}

/** All seven days, of a form or draft that may have none yet. */
export function wholeWeek(typed: readonly TypedDay[]): TypedDay[] {
  return weekdays.map((day) => typed.find(({ days }) => days[0] === day) ?? { days: [day], ...EMPTY })
}

export function hasTypedTime(day: TypedDay): boolean {
  return timeFields.some((name) => day[name] !== '')
}

/** The days that were filled in, with their times as the server expects them. */
export function filledDays(typed: readonly TypedDay[]): TypedDay[] {
  return typed.filter(hasTypedTime).map((day) => {
    const times = timeFields.map((name) => [name, normalizeTime(day[name])])
    return Object.assign({}, day, Object.fromEntries(times))
  })
}

const TIME = /^(오전|오후)?(\d{1,2})(?:시|:)?(\d{2}|반)?분?$/

/** '10:30' for '1030', '10시 반' and '오전 10:30'. A text that is no time stays as it was typed, and is refused. */
export function normalizeTime(typed: string): string {
  const [, half, hours = '', minutes = '00'] = TIME.exec(typed.normalize('NFKC').replace(/\s/g, '')) ?? []
  if (hours === '') return typed.trim()
  const hour = half ? (Number(hours) % 12) + (half === '오후' ? 12 : 0) : Number(hours) % 24
  const isHour = half ? Number(hours) <= 12 : Number(hours) <= 24
  return isHour ? `${String(hour).padStart(2, '0')}:${minutes === '반' ? '30' : minutes}` : typed.trim()
}

/** The same times on another day. */
export function copyToDay(hours: TypedDay, day: Weekday): TypedDay {
  return { ...hours, days: [day] }
}
