import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { closedDayNames } from '#rules/fact-labels.ts'
import type { ClosedDay } from '#rules/hours.ts'
import { type DayHours, type Weekday, weekdays } from '#rules/week.ts'
import { breakAndLastOrderText, openingTimesText } from '#rules/week-text.ts'
import { FieldError } from '../../kit/field.tsx'
import { ChevronDown, Copy } from '../../kit/icons.gen.ts'
import { copyToDay, hasTypedTime, normalizeTime, type TypedDay, timeFields, wholeWeek } from './typed-week.ts'
import './week-editor.css'

type WeekEditorProps = {
  open: boolean
  onClose: () => void
  week: readonly TypedDay[]
  closed: readonly ClosedDay[]
  onChange: (week: TypedDay[], closed: ClosedDay[]) => void
  error?: string | undefined
}

/** Fields for opening hours: a row for each weekday, of which one is unfolded at a time, or one row for all days. */
export function WeekEditor({ open, week: typed, closed, onChange, error }: WeekEditorProps) {
  const week = wholeWeek(typed)
  const [isSame, setSame] = useState(() => isAlike(week) && closed.every((day) => day === 'holiday'))
  const [opened, setOpened] = useState<Weekday | null>('mon')
  const before = useRef<{ week: TypedDay[]; closed: ClosedDay[] } | null>(null)
  const id = useId()
  // The message names its day, whose row may be folded.
  const wrong = weekdays.find((day) => error?.startsWith(dayName(day)))
  useEffect(() => {
    if (wrong) setOpened(wrong)
  }, [wrong])
  if (!open) return null
  const write = (days: readonly Weekday[], hours: TypedDay) =>
    onChange(
      week.map((day) => (days.includes(day.days[0]) ? copyToDay(hours, day.days[0]) : day)),
      [...closed],
    )
  const toggleSame = () => {
    if (isSame) {
      // Brings back the days as they were, when they differed.
      if (before.current) onChange(before.current.week, before.current.closed)
      before.current = null
    } else {
      before.current = { week, closed: [...closed] }
      const first = week.find((day) => hasTypedTime(day) && !closed.includes(day.days[0])) ?? week.find(hasTypedTime)
      if (first)
        onChange(
          weekdays.map((day) => copyToDay(first, day)),
          closed.filter((day) => day === 'holiday'),
        )
      setOpened('mon')
    }
    setSame(!isSame)
  }
  return (
    <fieldset className="week-editor" aria-describedby={error && id}>
      <legend className="sr-only">요일별 영업시간</legend>
      <label className="week-same">
        모든 요일 같게
        <input type="checkbox" role="switch" aria-checked={isSame} checked={isSame} onChange={toggleSame} />
      </label>
      {(isSame ? week.slice(0, 1) : week).map((hours) => {
        const [day] = hours.days
        const isShut = !isSame && closed.includes(day)
        return (
          <DayRow
            key={day}
            name={isSame ? '매일' : dayName(day)}
            hours={hours}
            isOpen={isSame || opened === day}
            canFold={!isSame}
            isShut={isShut}
            isWrong={error !== undefined && (isSame || !wrong || wrong === day)}
            others={isSame ? [] : othersOf(day)}
            onToggle={() => setOpened(opened === day ? null : day)}
            onShut={() => onChange(week, isShut ? closed.filter((one) => one !== day) : [...closed, day])}
            onChange={(next) => write(isSame ? weekdays : [day], next)}
            onCopy={() => write(othersOf(day), hours)}
          />
        )
      })}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

function isAlike(week: readonly TypedDay[]): boolean {
  const [first] = week
  return first !== undefined && week.every((day) => timeFields.every((name) => day[name] === first[name]))
}

const dayName = (day: Weekday) => `${closedDayNames[day]}요일`

const WORKDAYS: readonly Weekday[] = weekdays.slice(0, 5)
const WEEKEND: readonly Weekday[] = weekdays.slice(5)

/** For a workday the other workdays, for Saturday or Sunday the other of the two. */
function othersOf(day: Weekday): Weekday[] {
  return (WORKDAYS.includes(day) ? WORKDAYS : WEEKEND).filter((other) => other !== day)
}

type DayRowProps = {
  name: string
  hours: TypedDay
  isOpen: boolean
  canFold: boolean
  isShut: boolean
  isWrong: boolean
  others: readonly Weekday[]
  onToggle: () => void
  onShut: () => void
  onChange: (hours: TypedDay) => void
  onCopy: () => void
}

function DayRow({
  name,
  hours,
  isOpen,
  canFold,
  isShut,
  isWrong,
  others,
  onToggle,
  onShut,
  onChange,
  onCopy,
}: DayRowProps) {
  const id = useId()
  const time = (label: string, field: keyof DayHours, example: string) => (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className="input"
      aria-label={`${name} ${label}`}
      placeholder={example}
      aria-invalid={isWrong || undefined}
      value={hours[field]}
      onChange={({ target }) => onChange({ ...hours, [field]: target.value })}
      onBlur={() => onChange({ ...hours, [field]: normalizeTime(hours[field]) })}
    />
  )
  return (
    <div className="week-day">
      {canFold && (
        <button type="button" className="week-day-head" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <b>{name.slice(0, 1)}</b>
          <span className="sr-only">{name.slice(1)}</span>
          <DaySummary hours={hours} isShut={isShut} />
          <ChevronDown className="icon" />
        </button>
      )}
      <div id={id} className="week-day-fields" hidden={!isOpen}>
        {!isShut && (
          <>
            <TimeRow label="여는 시간">
              {time('여는 시간', 'start_time', '10:30')}
              {time('닫는 시간', 'end_time', '22:00')}
            </TimeRow>
            <TimeRow label="브레이크">
              {time('브레이크 시작', 'break_start', '15:00')}
              {time('브레이크 끝', 'break_end', '17:00')}
            </TimeRow>
            <TimeRow label="라스트오더">{time('라스트오더', 'last_order', '21:20')}</TimeRow>
          </>
        )}
        {canFold && (
          <div className="week-day-acts">
            <button type="button" className="btn btn-outline" aria-pressed={isShut} onClick={onShut}>
              {isShut ? '이날은 열어요' : '이날은 쉬어요'}
              <span className="sr-only"> ({name})</span>
            </button>
            {!isShut && hasTypedTime(hours) && (
              <button type="button" className="btn btn-quiet" onClick={onCopy}>
                <Copy className="icon icon-s" />
                {others.map((day) => closedDayNames[day]).join('·')}에도 똑같이
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function DaySummary({ hours, isShut }: { hours: TypedDay; isShut: boolean }) {
  if (isShut) return <span className="week-day-told">쉬어요</span>
  if (!hours.start_time || !hours.end_time) return <span className="week-day-told week-day-none">아직 몰라요</span>
  const pauses = breakAndLastOrderText(hours)
  return (
    <span className="week-day-told">
      {openingTimesText(hours)}
      {pauses && <small>{pauses}</small>}
    </span>
  )
}

function TimeRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="week-times">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}
