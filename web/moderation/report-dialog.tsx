import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  moderationLimits,
  type ReportKind,
  type ReportReason,
  reportKinds,
  reportReasons,
  reportSchema,
} from '#rules/moderation.ts'
import { countCharacters } from '#rules/text.ts'
import { validateInput } from '#rules/validate.ts'
import { dropTabData } from '../authors/people.ts'
import { sentenceOf } from '../failures.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../graphql.ts'
import { FormDialog } from '../kit/confirm-dialog.tsx'
import { FieldError, TextArea } from '../kit/field.tsx'
import { Flag } from '../kit/icons.gen.ts'
import { toast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'
import { takeBackReport } from './reported.tsx'

export type ReportDialogProps = {
  open: boolean
  onClose: () => void
  target: ReportTarget
  /** Called after a report; goes to another page, because the reader cannot see the reported one any more. */
  onReported?: () => void
}

export function ReportDialog({ open, onClose, target, onReported }: ReportDialogProps) {
  const context = useRouterContext()
  const execute = useGraphql()
  const [text, setText] = useState('')
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const name = reportKinds[target.kind]
  const sending = useMutation({
    mutationFn: (given: Parameters<typeof sendReport>[2]) => sendReport(execute, target, given),
    onSuccess: () => {
      onClose()
      toast(`신고했어요. 이 ${name}은 이제 보이지 않아요.`, {
        undo: () => void takeBackReport(context, target),
      })
      onReported?.()
      dropTabData(context)
    },
  })
  const send = () => {
    const checked = validateInput(reportSchema, { kind: target.kind, reason, text })
    if (!checked.ok) return setErrors(Object.fromEntries(checked.fields.map(({ field, message }) => [field, message])))
    setErrors({})
    sending.mutate(checked.value)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      icon={Flag}
      tone="bad"
      title={`이 ${name}을 신고할까요?`}
      description={`운영자가 확인해요. 신고한 ${name}은 바로 숨겨 드려요. 누가 신고했는지는 알리지 않아요.`}
      labels={{ confirm: '신고하기', busy: '신고하는 중…' }}
      isDangerous
      busy={sending.isPending}
      failure={sentenceOf(sending.error)}
      onSend={send}
    >
      <fieldset className="dialog-options" aria-invalid={errors.reason ? true : undefined}>
        <legend className="sr-only">신고 사유</legend>
        {Object.entries(reportReasons).map(([key, label]) => (
          <label key={key} className="check">
            <input
              type="radio"
              name="reason"
              value={key}
              checked={reason === key}
              onChange={() => setReason(key as ReportReason)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {errors.reason && <FieldError live>{errors.reason}</FieldError>}
      <TextArea
        label="자세한 내용"
        optional={reason !== 'other'}
        rows={3}
        value={text}
        count={{ used: countCharacters(text), limit: moderationLimits.text }}
        error={errors.text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

export type ReportTarget = Readonly<{ kind: ReportKind; id: string }>

const document = graphql(/* GraphQL */ `
  mutation report($kind: String!, $id: ID!, $reason: String!, $text: String) {
    report(kind: $kind, id: $id, reason: $reason, text: $text) { count }
  }
`)

/** Reports content to the moderators, which hides it from the reader. @throws the server's error */
export async function sendReport(
  execute: ExecuteGraphql,
  { kind, id }: ReportTarget,
  given: { reason: ReportReason; text: string },
): Promise<void> {
  await document(execute, { kind, id, ...given })
}
