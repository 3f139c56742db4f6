import ShieldCheck from 'virtual:icon/shield-check'
import { type FormEvent, useState } from 'react'
import { explainedActions, type ModerationActionName, moderationActions, moderationLimits } from '#rules/moderation.ts'
import { countCharacters } from '#rules/text.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError } from '../../graphql.ts'
import { ConfirmButtons, Dialog } from '../../kit/dialog.tsx'
import { FieldError, SelectField, TextArea } from '../../kit/field.tsx'
import type { Decide } from '../../moderation/admin.ts'

type DecideDialogProps = {
  open: boolean
  onClose: () => void
  action: ModerationActionName
  title: string
  decide: (given: Omit<Decide, 'kind' | 'id'>) => Promise<void>
}

const DAY_MS = 86_400_000
const spans = { 1: '1일', 3: '3일', 7: '7일', 30: '30일', 0: '기한 없이' } as const

/** Asks for the reason, which the author is told, and for a note, which only moderators see. */
export function DecideDialog({ open, onClose, action, title, decide }: DecideDialogProps) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [days, setDays] = useState('7')
  const [everything, setEverything] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    const until = days === '0' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    try {
      await decide({ action, reason, note, ...(action === 'suspend' && { until, everything }) })
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields.map(({ field, message }) => [field, message]) : []
      setErrors(fields.length > 0 ? Object.fromEntries(fields) : { form: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={() => busy || onClose()}
      icon={ShieldCheck}
      title={moderationActions[action]}
      description={action === 'remove' ? `‘${title}’ · 되돌릴 수 없어요.` : `‘${title}’`}
    >
      <form className="admin-form" noValidate onSubmit={(event) => void send(event)}>
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
            label="글쓴이에게 알릴 이유"
            rows={3}
            value={reason}
            count={{ used: countCharacters(reason), limit: moderationLimits.reason }}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <TextArea
          label="메모"
          optional={action !== 'note'}
          hint="운영자만 봐요. 개인정보는 적지 마세요."
          rows={2}
          value={note}
          count={{ used: countCharacters(note), limit: moderationLimits.text }}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </form>
      {(errors.form ?? errors.until ?? errors.action) && (
        <FieldError live>{errors.form ?? errors.until ?? errors.action}</FieldError>
      )}
      <ConfirmButtons
        busy={busy}
        labels={{ confirm: moderationActions[action], busy: '처리하는 중…' }}
        isDangerous={action === 'remove'}
        onCancel={onClose}
        onConfirm={() => void send()}
      />
    </Dialog>
  )
}
