import { factLine } from '#rules/fact-line.ts'
import { type PlanState, planState, shortPlanLabel } from '#rules/plan.ts'
import { useNow, usePageInfo } from '../../page-info.ts'
import type { OpeningTimes } from '../../posts/cards/hours.tsx'
import type { Plan } from '../../posts/collections/collection-queries.ts'

/** Tells what is open at the time of a plan, or now without one, and names that time. */
export function usePlanTime({ planAt, planHolidays }: Plan) {
  const { holidays } = usePageInfo()
  const now = useNow()
  const at = planAt === null ? +new Date(now) : Date.parse(planAt)
  return {
    label: planAt === null ? '지금' : shortPlanLabel(at),
    stateOf: (post: OpeningTimes): PlanState | null => planState(post, at, planAt === null ? holidays : planHolidays),
  }
}

/** '12월 5일 19:00 · 23:00까지', '12월 5일 19:00 · 토요일은 쉬어요'; null unless the hours are known. */
export function PlanOpen({ plan, post }: { plan: Plan; post: OpeningTimes }) {
  const { label, stateOf } = usePlanTime(plan)
  const state = stateOf(post)
  return state && <OpenMark state={state} text={factLine([label, state.text])} />
}

/** A dot or a ring before the text. */
export function OpenMark({ state: { open, text: words }, text = words }: { state: PlanState; text?: string }) {
  return (
    <span className={open ? 'open-now' : 'open-now shut-now'}>
      <span className="sr-only">{open ? '영업 중 ' : ''}</span>
      {text}
    </span>
  )
}
