import { closedDayNames } from './fact-labels.ts'
import { factLine } from './fact-line.ts'
import { hoursRangeText, OPEN_ALL_DAY_TEXT } from './hours.ts'
import { type DayHours, type Weekday, type WeekHours, weekdays } from './week.ts'

/** '월~금', '월·수', '매일'. */
function daysText(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return '매일'
  const runs: Weekday[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && weekdays.indexOf(last) === weekdays.indexOf(day) - 1) run.push(day)
    else runs.push([day])
  }
  const nameOf = (day: Weekday | undefined) => (day ? closedDayNames[day] : '')
  const texts = runs.flatMap((run) =>
    run.length > 2 ? [`${nameOf(run[0])}~${nameOf(run.at(-1))}`] : run.map((day) => nameOf(day)),
  )
  return texts.join('·')
}

/** '10:30~22:00', '18:00~다음 날 03:00', '24시간 영업'. */
export function openingTimesText({ start_time, end_time }: Pick<DayHours, 'start_time' | 'end_time'>): string {
  return hoursRangeText(start_time, end_time) ?? OPEN_ALL_DAY_TEXT
}

/** '브레이크 타임 15:00~17:00 · 라스트오더 21:20', where no time stands apart from its word; empty for neither. */
export function breakAndLastOrderText({ break_start, break_end, last_order }: DayHours): string {
  return factLine([
    break_start && break_end && `브레이크 타임\u00a0${break_start}~${break_end}`,
    last_order && `라스트오더\u00a0${last_order}`,
  ])
}

/** '월~금 10:30~22:00 · 토 11:00~20:00'. */
export function weekText(week: readonly WeekHours[]): string {
  return factLine(week.map((hours) => `${daysText(hours.days)} ${openingTimesText(hours)}`))
}
