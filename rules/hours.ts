/** `HH:mm` in Asia/Seoul on 5-minute steps. An end before the start means past midnight; equal means 24 hours. */

import { once } from './once.ts'

const SEOUL = 'Asia/Seoul'

const TIME_STEP_SECONDS = 300

/** Two digits each. */
export const HOURS = twoDigits(24, 1)
export const MINUTES = twoDigits(60, TIME_STEP_SECONDS / 60)

/** Shown for hours with an equal start and end. */
export const ALL_DAY = '24시간 영업'

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const ISO_DATE_TIME = /^((\d{4})-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/

const seoulClock = once(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: SEOUL, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

function twoDigits(end: number, step: number): readonly string[] {
  return Array.from({ length: end / step }, (_, index) => String(index * step).padStart(2, '0'))
}

/** `HH:mm` in Asia/Seoul. */
export function timeOfDayInSeoul(instant: Date): string {
  return seoulClock().format(instant)
}

/** 0 to 287. Places open and close only between steps. */
export function stepOfDayInSeoul(instant: Date): number {
  const [hours = 0, minutes = 0] = timeOfDayInSeoul(instant).split(':').map(Number)
  return Math.floor((hours * 3600 + minutes * 60) / TIME_STEP_SECONDS)
}

/** Changes whenever `stepOfDayInSeoul` does, and needs no calendar: steps begin at the same instants in UTC. */
export function stepSince1970(instant: number): number {
  return Math.floor(instant / 1000 / TIME_STEP_SECONDS)
}

/** 1 to 300. */
export function secondsToNextStep(instant: Date): number {
  return TIME_STEP_SECONDS - (Math.floor(instant.getTime() / 1000) % TIME_STEP_SECONDS)
}

/**
 * Reads `HH:mm`, or an ISO date-time between 1900-01-01 and 2099-12-31 (in Asia/Seoul if it has no zone). Null if it is
 * neither or not on a 5-minute step.
 */
export function toTimeOfDay(text: string): string | null {
  const time = TIME_OF_DAY.test(text) ? text : fromIso(text)
  return time !== null && Number(time.slice(3)) % (TIME_STEP_SECONDS / 60) === 0 ? time : null
}

function fromIso(text: string): string | null {
  const [, day = '', year = '', time = '', zone] = ISO_DATE_TIME.exec(text) ?? []
  if (year < '1900' || year > '2099' || !isDay(day) || !TIME_OF_DAY.test(time)) return null
  // Without a zone it is a time in Seoul, whatever Seoul's offset was in that year.
  if (zone === undefined) return time
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : timeOfDayInSeoul(instant)
}

/** `Date` would turn 30 February into 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** `state` is the first part of `label`, without the time at which it ends. */
export type OpenState = { open: boolean; state: string; label: string }

/** `now` is `HH:mm` in Seoul. */
export function openState(start: string, end: string, now: string): OpenState {
  if (start === end) return stateFor(true, ALL_DAY)
  const overnight = end < start
  const open = overnight ? now >= start || now < end : now >= start && now < end
  if (open) return stateFor(open, '영업 중', `${end}까지`)
  return now < start ? stateFor(open, '영업 전', `${start}부터`) : stateFor(open, '영업 종료')
}

function stateFor(open: boolean, state: string, time?: string): OpenState {
  return { open, state, label: time ? `${state} · ${time}` : state }
}

/**
 * '09:00~18:00', '18:00~다음 날 03:00'. Null unless both ends are known, and for 24 hours, for which `openState` has a
 * text.
 */
export function hoursRange(start: string | null | undefined, end: string | null | undefined): string | null {
  if (!start || !end || start === end) return null
  return `${start}~${end < start ? '다음 날 ' : ''}${end}`
}

/** The form of schema.org, for every day of the week. */
export function openingHours(start: string, end: string): string {
  return start === end ? 'Mo-Su' : `Mo-Su ${start}-${end}`
}
