import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { dateInSeoul, toSeoulTime } from '#rules/dates.ts'
import { TIME_STEP_SECONDS, timeOfDayInSeoul } from '#rules/hours.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { serverNow } from '../../kit/clock.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { FieldError, TextField } from '../../kit/field.tsx'
import { Clock } from '../../kit/icons.gen.ts'
import { TownField } from '../../places/town-sheet.tsx'
import {
  type CollectionPage,
  type Plan,
  refreshCollections,
  setPlan,
} from '../../posts/collections/collection-queries.ts'
import '../../posts/collections/collections.css'

type PlanDialogProps = { open: boolean; onClose: () => void; collection: CollectionPage['collection'] }

/** Dialog for a plan's day, time and starting point, and whether other members may add places. */
export function PlanDialog({ open, onClose, collection }: PlanDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} icon={Clock} title="언제 모이고 어디서 출발하나요?">
      <Fields collection={collection} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ collection, onClose }: Omit<PlanDialogProps, 'open'>) {
  const { id, planAt, planFrom, membersAdd } = collection
  const graphql = useGraphql()
  const client = useQueryClient()
  const fromId = useId()
  const [day, setDay] = useState(planAt === null ? '' : dateInSeoul(Date.parse(planAt)))
  const [time, setTime] = useState(planAt === null ? '' : timeOfDayInSeoul(new Date(planAt)))
  const [from, setFrom] = useState<Plan['planFrom']>(planFrom)
  const [mayAdd, setMayAdd] = useState(membersAdd)
  const [clearings, setClearings] = useState(0)
  const { isPending, error, mutate } = useMutation({
    mutationFn: async () => {
      const at = day === '' && time === '' ? null : `${day}T${time}`
      // An unchanged time is not sent, because the server would refuse one in the past.
      const isSame = at !== null && planAt !== null && at === toSeoulTime(planAt).toISOString().slice(0, 16)
      await setPlan(graphql, { id, from: from ?? null, membersAdd: mayAdd, ...(!isSame && { at }) })
      await refreshCollections(client)
    },
    onSuccess: onClose,
  })
  const fault = fieldErrorOf(error, 'at')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <div className="plan-when">
        <TextField
          label="날짜"
          type="date"
          min={dateInSeoul(serverNow())}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          error={fault}
        />
        <TextField
          label="시간"
          type="time"
          step={TIME_STEP_SECONDS}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      <div
        className="field plan-from"
        onChange={({ target }) => target instanceof HTMLInputElement && target.value.trim() === '' && setFrom(null)}
      >
        <div className="field-label">
          <label htmlFor={fromId}>
            출발하는 곳<em> (선택)</em>
          </label>
        </div>
        <TownField
          key={clearings}
          id={fromId}
          start={from?.name ?? ''}
          isRemembered={false}
          onChosen={({ name }, position) => setFrom({ name, ...position })}
        />
      </div>
      <label className="check">
        <input type="checkbox" checked={mayAdd} onChange={() => setMayAdd(!mayAdd)} />
        <span>링크를 받은 이웃도 맛집을 추가할 수 있어요</span>
      </label>
      {error && !fault && <FieldError live>{sentenceOf(error)}</FieldError>}
      <DialogButtons>
        {(planAt !== null || planFrom !== null) && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              setDay('')
              setTime('')
              setFrom(null)
              setClearings(clearings + 1)
            }}
          >
            모두 지우기
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          취소
        </button>
        <button type="submit" className="btn btn-primary" aria-disabled={isPending || undefined}>
          {isPending ? '저장하는 중…' : '저장'}
        </button>
      </DialogButtons>
    </form>
  )
}
