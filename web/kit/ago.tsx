import { formatAgo } from '#rules/ago.ts'
import { formatDateTime } from '#rules/dates.ts'
import { useNow, useServerPage } from '../page-info.ts'

/** Time that has passed, such as '3시간 전'; its title is the date and time. */
export function Ago({ at }: { at: string }) {
  const now = useNow()
  useServerPage()?.showsAgo(at)
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  )
}
