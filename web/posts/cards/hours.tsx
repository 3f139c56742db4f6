import { useSyncExternalStore } from 'react'
import { hoursRange, openState, timeOfDayInSeoul } from '#rules/hours.ts'
import { usePageInfo } from '../../page-info.ts'

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

const MINUTE = 60_000

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        listener()
        wait()
      },
      MINUTE - (Date.now() % MINUTE),
    )
  }
  wait()
  return () => clearTimeout(timer)
}

const currentTime = () => timeOfDayInSeoul(new Date())

/** The time in Seoul, `HH:mm`, updated every minute; during hydration that of rendering. */
export function useMinute(): string {
  const { now } = usePageInfo()
  return useSyncExternalStore(subscribe, currentTime, () => timeOfDayInSeoul(new Date(now)))
}
