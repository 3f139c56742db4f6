import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PlaceHoursFieldsFragment } from '#contract/operations.gen.ts'
import { closedDaysText } from '#rules/fact-labels.ts'
import { type ClosedDay, closedDays } from '#rules/hours.ts'
import { validateInput } from '#rules/validate.ts'
import { openingHoursSchema } from '#rules/week-rule.ts'
import { weekText } from '#rules/week-text.ts'
import { ApiError, graphql, type VariablesOf } from '../../graphql.ts'
import { Facts } from '../../kit/facts.tsx'
import { SubmitButton } from '../../kit/form.tsx'
import { onDemand, useErrorDialog } from '../../kit/on-demand.tsx'
import { useLoginFirst } from '../../posts/cards/mark-buttons.tsx'
import { useRouterContext } from '../../router-context.ts'
import { PLACE_HOURS_ID, type Place, placeHoursFragment, placeQuery } from '../place-query.ts'
import { agreedWeek } from './agreed-hours.ts'
import { filledDays, type TypedDay, toTypedWeek } from './typed-week.ts'
import { WeekTable } from './week-table.tsx'

const WeekEditor = onDemand(async () => (await import('./week-editor.tsx')).WeekEditor)

const tellHours = graphql(/* GraphQL */ `
  mutation tellHours($id: ID!, $week_hours: [WeekHoursInput!], $closed_on: [ClosedDay!]) {
    tellHours(id: $id, week_hours: $week_hours, closed_on: $closed_on) { ...PlaceHoursFields }
  }
${placeHoursFragment}`)

type Told = VariablesOf<typeof tellHours>

/** The hours of a place that members agree on, differing ones that one member has given, and buttons to say which are right. */
export function PlaceHours({ place }: { place: Place }) {
  const { id, name, hours: [agreed, other] = [] } = place
  // The page shows the same times on every day above already.
  const isDetailed = agreedWeek(place) !== null || other !== undefined
  const { graphql: execute } = useRouterContext()
  const client = useQueryClient()
  const login = useLoginFirst('tell')
  const { showError, errorDialog } = useErrorDialog()
  const [isCorrecting, setCorrecting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  if (!agreed) return null
  /** Sends the hours. @throws the server's error */
  const tell = async (told: Omit<Told, 'id'>) => {
    setBusy(true)
    try {
      const hours = await tellHours(execute, { id, ...told })
      const { queryKey } = placeQuery(execute, id)
      client.setQueryData(queryKey, (before: Place | undefined) => before && { ...before, hours })
      setCorrecting(false)
      setSaid(
        hours.length > 1
          ? '알려 주셔서 고마워요. 한 분이 더 같은 시간을 알려 주시면 바꿔 드려요.'
          : '알려 주셔서 고마워요.',
      )
    } finally {
      setBusy(false)
    }
  }
  const confirm = ({ week_hours, closed_on }: PlaceHoursFieldsFragment) => {
    if (login.refusesVisitor() || isBusy) return
    tell({ week_hours: week_hours ?? null, closed_on }).catch(showError)
  }
  const press = {
    type: 'button',
    className: 'btn btn-outline',
    'aria-disabled': isBusy || undefined,
    onPointerEnter: login.preload,
  } as const
  return (
    <section className="week-section" aria-labelledby={PLACE_HOURS_ID}>
      <h2 id={PLACE_HOURS_ID}>영업시간</h2>
      {isDetailed ? (
        <WeekTable hours={told(agreed)} />
      ) : (
        <p>
          <Facts facts={[agreed.week_hours && weekText(agreed.week_hours), closedDaysText(agreed.closed_on)]} />
        </p>
      )}
      <div className="week-said">
        <SaidBy hours={agreed} />
        <button {...press} aria-label={`‘${name}’ 영업시간이 맞아요`} onClick={() => confirm(agreed)}>
          맞아요
        </button>
        <button
          {...press}
          aria-label={`‘${name}’ 영업시간이 달라졌어요`}
          aria-expanded={isCorrecting}
          onClick={() => login.refusesVisitor() || setCorrecting(!isCorrecting)}
        >
          달라졌어요
        </button>
      </div>
      {other && (
        <>
          <h3>달라졌다고 해요</h3>
          <WeekTable hours={told(other)} />
          <div className="week-said">
            <SaidBy hours={other} />
            <button {...press} aria-label={`‘${name}’ 달라진 이 시간이 맞아요`} onClick={() => confirm(other)}>
              이 시간이 맞아요
            </button>
          </div>
        </>
      )}
      {isCorrecting && <Correction shown={agreed} isBusy={isBusy} tell={tell} showError={showError} />}
      <p role="status">{said}</p>
      {login.dialog}
      {errorDialog}
    </section>
  )
}

function told({ week_hours, closed_on }: PlaceHoursFieldsFragment) {
  return { start_time: null, end_time: null, week_hours, closed_on }
}

/** How many members confirmed the hours, and in which month: '3명 확인 · 11월'. */
function SaidBy({ hours: { count, month } }: { hours: PlaceHoursFieldsFragment }) {
  return (
    <p>
      <b className="num">{count}명 확인</b> ·{'\u00a0'}
      <time dateTime={month} className="num">
        {Number(month.slice(5))}월
      </time>
    </p>
  )
}

type CorrectionProps = {
  shown: PlaceHoursFieldsFragment
  isBusy: boolean
  tell: (told: Omit<Told, 'id'>) => Promise<void>
  showError: (error: unknown) => void
}

/** Form for the right hours, filled with those that are shown. */
function Correction({ shown, isBusy, tell, showError }: CorrectionProps) {
  const [week, setWeek] = useState<readonly TypedDay[]>(() => toTypedWeek(shown.week_hours))
  const [closed, setClosed] = useState<readonly ClosedDay[]>(shown.closed_on)
  const [error, setError] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = validateInput(openingHoursSchema, { week_hours: filledDays(week), closed_on: closed })
    if (!checked.ok) return setError(checked.fields[0]?.message)
    setError(undefined)
    try {
      await tell(checked.value)
    } catch (failure) {
      const field = failure instanceof ApiError && failure.fields.find((one) => one.field.startsWith('week_hours'))
      if (field) setError(field.message)
      else showError(failure)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <WeekEditor
        open
        onClose={() => {}}
        week={week}
        closed={closed}
        error={error}
        onChange={(next, shut) => {
          setWeek(next)
          setClosed(closedDays.filter((day) => shut.includes(day)))
        }}
      />
      <SubmitButton busy={isBusy} busyLabel="알리는 중…">
        이 시간으로 알리기
      </SubmitButton>
    </form>
  )
}
