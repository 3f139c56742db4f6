import { SEOUL } from './hours.ts'
import { once } from './once.ts'

const parts = once(
  () =>
    new Intl.DateTimeFormat('ko-KR', {
      timeZone: SEOUL,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/** The time in Asia/Seoul: '2026년 11월 21일 14시 05분'. */
export function formatDateTime(iso: string): string {
  const at: Record<string, string> = {}
  for (const { type, value } of parts().formatToParts(new Date(iso))) at[type] = value
  return `${at.year}년 ${at.month}월 ${at.day}일 ${at.hour}시 ${at.minute}분`
}
