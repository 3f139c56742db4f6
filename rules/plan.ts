import { DAY_MS, dateInSeoul, toSeoulTime } from './dates.ts'
import { closedDayNames } from './fact-labels.ts'
import { factLine } from './fact-line.ts'
import { isClosingDay, TIME_STEP_SECONDS, timeOfDayInSeoul } from './hours.ts'
import { distanceLabel } from './location-text.ts'
import { metresBetween, type Position } from './position.ts'
import { type OpeningHours, openStateAt, weekdays } from './week.ts'

const PLAN_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::00(?:\.0{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/

/** Milliseconds since 1970 of an ISO time on a 5-minute step, in Seoul if it has no zone; null for anything else. */
export function parsePlanTime(text: string): number | null {
  const [, day = '', time = '', zone = '+09:00'] = PLAN_TIME.exec(text) ?? []
  // `Date` would turn 30 February into 2 March.
  const date = new Date(`${day}T00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return null
  const instant = Date.parse(`${day}T${time}:00${zone}`)
  return Number.isNaN(instant) || instant % (TIME_STEP_SECONDS * 1000) !== 0 ? null : instant
}

function dayOf(instant: number): string {
  const [, month, day] = dateInSeoul(instant).split('-').map(Number)
  return `${month}월 ${day}일`
}

function weekdayOf(instant: number): string {
  return `${closedDayNames[weekdays[(toSeoulTime(instant).getUTCDay() + 6) % 7] ?? 'mon']}요일`
}

/** '12월 5일 토요일 19:00'. */
export function planTimeLabel(instant: number): string {
  return `${dayOf(instant)} ${weekdayOf(instant)} ${timeOfDayInSeoul(new Date(instant))}`
}

/** '12월 5일 19:00'. */
export function shortPlanTimeLabel(instant: number): string {
  return `${dayOf(instant)} ${timeOfDayInSeoul(new Date(instant))}`
}

/** The dates whose holidays decide what is open at an instant: of its day, and of the day before, which may last past midnight. */
export function dayAndDayBefore(instant: number): string[] {
  return [instant - DAY_MS, instant].map(dateInSeoul)
}

/** Whether a place is open at the time of a plan, and the text that says so. */
export type OpenStateAtPlan = Readonly<{ open: boolean; text: string }>

/** Whether a place is open at the time of a plan, and until when or why not; null unless its hours are known. */
export function openStateAtPlan(
  hours: OpeningHours,
  instant: number,
  holidays: readonly string[],
): OpenStateAtPlan | null {
  const state = openStateAt(hours, instant, holidays)
  if (!state) return null
  const { open, time, label } = state
  if (open) return { open, text: time ?? label }
  if (state.state === '영업 전') return { open, text: `${time} 열어요` }
  if (time !== null) return { open, text: label }
  const { closed_on } = hours
  if (!isClosingDay(closed_on, instant, holidays)) return { open, text: '그 시간에는 닫아요' }
  const isOfWeek = isClosingDay(
    closed_on.filter((day) => day !== 'holiday'),
    instant,
    [],
  )
  return { open, text: `${isOfWeek ? weekdayOf(instant) : '공휴일'}은 쉬어요` }
}

type Chosen = Readonly<{ hearts: number }>

/** Entries by hearts, most first, otherwise in their order; places that are shut at the plan's time come last. */
export function rankEntries<Entry extends Chosen>(
  entries: readonly Entry[],
  isShut: (entry: Entry) => boolean,
): readonly Entry[] {
  return entries.toSorted((one, other) => Number(isShut(one)) - Number(isShut(other)) || other.hearts - one.hearts)
}

/** Speed on foot, in metres a minute. */
const WALK = 70

/** Longest walk that is shown, in minutes. */
const LONGEST_WALK = 40

/** Distance in a straight line, and how long it takes on foot: '350m · 걸어서 5분'. */
export function walkLabel(from: Position, to: Position): string {
  const metres = metresBetween(from, to)
  const minutes = Math.max(1, Math.round(metres / WALK))
  return factLine([distanceLabel(metres, 10), minutes <= LONGEST_WALK && `걸어서 ${minutes}분`])
}
