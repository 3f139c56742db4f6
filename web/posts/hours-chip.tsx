import { hoursRange, openState } from '#rules/hours.ts'
import { useMinute } from '../kit/use-minute.ts'

type HoursProps = { start: string | null; end: string | null }

/** Whether the place is open now, and its hours; null unless both times are known. */
export function Hours({ start, end }: HoursProps) {
  if (!start || !end) return null
  const range = hoursRange(start, end)
  return (
    <p className="hours">
      <OpenChip start={start} end={end} />
      {range && <span>{range}</span>}
    </p>
  )
}

function OpenChip({ start, end }: { start: string; end: string }) {
  const { open, label } = openState(start, end, useMinute())
  return <span className={open ? 'chip' : 'chip chip-off'}>{label}</span>
}
