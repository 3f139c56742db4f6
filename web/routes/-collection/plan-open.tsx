import { factLine } from '#rules/fact-line.ts'
import { type OpenStateAtPlan, openStateAtPlan, shortPlanTimeLabel } from '#rules/plan.ts'
import { useNow, usePageInfo } from '../../page-info.ts'
import type { OpeningTimes } from '../../posts/cards/hours.tsx'
import type { Plan } from '../../posts/collections/collection-queries.ts'

/** Label of a plan's time, and a function for whether a place is open then. Without a planned time, both are about now. */
export function usePlanTime({ planAt, planHolidays }: Plan) {
  const { holidays } = usePageInfo()
  const now = useNow()
  const at = planAt === null ? +new Date(now) : Date.parse(planAt)
  return {
    label: planAt === null ? '지금' : shortPlanTimeLabel(at),
    stateOf: (post: OpeningTimes): OpenStateAtPlan | null =>
      openStateAtPlan(post, at, planAt === null ? holidays : planHolidays),
  }
}

/** Whether a place is open at a plan's time: '12월 5일 19:00 · 23:00까지', '12월 5일 19:00 · 토요일은 쉬어요'; null if its hours are unknown. */
export function PlanOpeningState({ plan, post }: { plan: Plan; post: OpeningTimes }) {
  const { label, stateOf } = usePlanTime(plan)
  const state = stateOf(post)
  return state && <OpenLabel state={state} text={factLine([label, state.text])} />
}

/** Text with a dot before it if the place is open, or with a ring if it is closed. */
export function OpenLabel({ state: { open, text: words }, text = words }: { state: OpenStateAtPlan; text?: string }) {
  return (
    <span className={open ? 'open-now' : 'open-now shut-now'}>
      <span className="sr-only">{open ? '영업 중 ' : ''}</span>
      {text}
    </span>
  )
}
