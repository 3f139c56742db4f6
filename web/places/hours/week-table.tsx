import { toSeoulTime } from '#rules/dates.ts'
import { closedDayNames } from '#rules/fact-labels.ts'
import { hoursOfWeekday, type OpeningHours, weekdays } from '#rules/week.ts'
import { breakAndLastOrderText, openingTimesText } from '#rules/week-text.ts'
import { useNow } from '../../page-info.ts'
import './week-table.css'

/** Opening hours of a week, today first. Breaks and the last order are repeated only where they differ from the day above. */
export function WeekTable({ hours }: { hours: OpeningHours }) {
  const today = (toSeoulTime(useNow()).getUTCDay() + 6) % 7
  let above = ''
  return (
    <dl className="week">
      {weekdays.map((_, later) => {
        const day = weekdays[(today + later) % 7] ?? 'mon'
        const told = hours.closed_on.includes(day) ? null : hoursOfWeekday(hours, day)
        const pauses = told ? breakAndLastOrderText(told) : above
        const isNew = pauses !== above
        above = pauses
        return (
          <div key={day}>
            <dt>
              {later === 0 && '오늘 '}
              {closedDayNames[day]}
              <span className="sr-only">요일</span>
            </dt>
            <dd>
              {told ? openingTimesText(told) : hours.closed_on.includes(day) ? '쉬어요' : '몰라요'}
              {isNew && <small>{pauses || '브레이크 타임 없어요'}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
