import { useHydrated } from '@tanstack/react-router'
import { formatAgo } from '#rules/ago.ts'
import { formatDateTime } from '#rules/dates.ts'
import { usePageInfo } from '../page-info.ts'

/** '3시간 전'; the date is its title. */
export function Ago({ at }: { at: string }) {
  const { now } = usePageInfo()
  const hydrated = useHydrated()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, hydrated ? Date.now() : now)}
    </time>
  )
}
