import { formatAgo } from '#rules/ago.ts'
import { formatDateTime } from '#rules/dates.ts'
import { useNow, useServerPage } from '../page-info.ts'

/** '3시간 전'; the date is its title. */
export function Ago({ at }: { at: string }) {
  const now = useNow()
  useServerPage()?.showsAgo(at)
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  )
}
