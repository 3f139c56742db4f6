import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS } from '#rules/dates.ts'
import { explainedActions, type ModerationActionName, moderationActions, moderationLimits } from '#rules/moderation.ts'
import { countCharacters } from '#rules/text.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { serverNow } from '../../kit/clock.ts'
import { FormDialog } from '../../kit/confirm-dialog.tsx'
import { SelectField, TextArea } from '../../kit/field.tsx'
import { ShieldCheck } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { adminQueryKey, type ModerateVariables, moderate, type ReportedItem } from '../../moderation/admin.ts'

function useDecide() {
  const execute = useGraphql()
  const client = useQueryClient()
  const decide = async (given: ModerateVariables): Promise<void> => {
    const { count } = await moderate(execute, given).finally(() =>
      client.invalidateQueries({ queryKey: adminQueryKey }),
    )
    const changed = count > 0
    const back = opposite[given.action]
    const undo = () =>
      void decide({ ...given, action: back ?? given.action }).catch((error) => toast(sentenceOf(error)))
    toast(changed ? `${moderationActions[given.action]} · 처리했어요.` : '다른 운영자가 먼저 처리했어요.', {
      ...(changed && back && { undo }),
    })
  }
  return decide
}

const opposite: Partial<Record<ModerationActionName, ModerationActionName>> = {
  dismiss: 'reopen',
  hide: 'restore',
  suspend: 'lift',
}

function actionsOf({ kind, hidden, gone, answer, reporters, held }: ReportedItem): ModerationActionName[] {
  const waits: ModerationActionName[] = answer !== null ? ['read'] : []
  if (gone) return waits
  const isReported = reporters > 0 || held
  const dismiss: ModerationActionName[] = isReported && !hidden ? ['dismiss'] : []
  if (kind === 'author') return [...waits, ...dismiss, 'suspend', 'note']
  return [
    ...waits,
    ...dismiss,
    ...(hidden ? (['restore'] as const) : []),
    // Reported content can be hidden even if it is hidden already, because that may be due only to its author's suspension.
    ...(hidden && !isReported ? [] : (['hide'] as const)),
    'remove',
    'note',
  ]
}

export function ReportedItemActions({ item }: { item: ReportedItem }) {
  return <ModerationButtons target={item} actions={actionsOf(item)} />
}

type ModerationButtonsProps = {
  target: Pick<ModerateVariables, 'kind' | 'id' | 'version'> & { title: string }
  actions: readonly ModerationActionName[]
}

export function ModerationButtons({ target: { kind, id, version, title }, actions }: ModerationButtonsProps) {
  const decide = useDecide()
  const [asking, setAsking] = useState<ModerationActionName | null>(null)
  const { isPending, mutate } = useMutation({ mutationFn: decide, onError: (error) => toast(sentenceOf(error)) })
  const press = (action: ModerationActionName) => {
    if (explainedActions.includes(action) || action === 'note') setAsking(action)
    else mutate({ kind, id, version, action })
  }
  return (
    <div className="admin-actions">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={action === 'remove' ? 'btn btn-danger btn-small' : 'btn btn-outline btn-small'}
          aria-disabled={isPending || undefined}
          onClick={() => isPending || press(action)}
        >
          {moderationActions[action]}
          <span className="sr-only">: {title}</span>
        </button>
      ))}
      <DecideDialog
        key={asking ?? ''}
        open={asking !== null}
        onClose={() => setAsking(null)}
        action={asking ?? 'note'}
        title={title}
        decide={(given) => decide({ kind, id, version, ...given })}
      />
    </div>
  )
}

type DecideDialogProps = {
  open: boolean
  onClose: () => void
  action: ModerationActionName
  title: string
  decide: (given: Omit<ModerateVariables, 'kind' | 'id' | 'version'>) => Promise<void>
}

const spans = { 1: '1일', 3: '3일', 7: '7일', 30: '30일', 0: '무기한' } as const

function DecideDialog({ open, onClose, action, title, decide }: DecideDialogProps) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [days, setDays] = useState('7')
  const [everything, setEverything] = useState(false)
  const { isPending, error, mutate } = useMutation({ mutationFn: decide, onSuccess: onClose })
  const faults = { reason: fieldErrorOf(error, 'reason'), note: fieldErrorOf(error, 'note') }
  const send = () => {
    const until = days === '0' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString()
    mutate({ action, reason, note, ...(action === 'suspend' && { until, everything }) })
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      icon={ShieldCheck}
      title={moderationActions[action]}
      description={action === 'remove' ? `‘${title}’ · 되돌릴 수 없어요.` : `‘${title}’`}
      labels={{ confirm: moderationActions[action], busy: '처리하는 중…' }}
      isDangerous={action === 'remove'}
      busy={isPending}
      failure={faults.reason || faults.note ? '' : sentenceOf(error)}
      onSend={send}
    >
      {action === 'suspend' && (
        <>
          <SelectField label="기간" value={days} onChange={(event) => setDays(event.currentTarget.value)}>
            {Object.entries(spans).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <label className="check">
            <input
              type="checkbox"
              checked={everything}
              onChange={(event) => setEverything(event.currentTarget.checked)}
            />
            <span>쓴 글과 댓글, 모음도 모두 숨겨요</span>
          </label>
        </>
      )}
      {explainedActions.includes(action) && (
        <TextArea
          label="작성자에게 보낼 사유"
          rows={3}
          value={reason}
          count={{ used: countCharacters(reason), limit: moderationLimits.reason }}
          error={faults.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <TextArea
        label="메모"
        optional={action !== 'note'}
        hint="운영자만 볼 수 있어요. 개인정보는 적지 말아 주세요."
        rows={2}
        value={note}
        count={{ used: countCharacters(note), limit: moderationLimits.text }}
        error={faults.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
