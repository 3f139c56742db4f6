import { useEffect, useState } from 'react'
import { useGraphql } from '../graphql.ts'
import { FormDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/field.tsx'
import { Mail } from '../kit/icons.gen.ts'
import { useAttempt } from '../kit/use-attempt.ts'
import { useViewer } from '../reader/reader-store.ts'
import { sendVerificationMail, verifyEmail } from './verify-link.tsx'

type VerifyDialogProps = { open: boolean; onClose: () => void; onVerified: () => void }

/** Mails a code when it opens, and asks for it. What the screen behind it has stays. */
export function VerifyDialog({ open, onClose, onVerified }: VerifyDialogProps) {
  const execute = useGraphql()
  const email = useViewer()?.email ?? ''
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const { busy, failure, attempt } = useAttempt()
  const mail = () =>
    attempt(async () => {
      setNote('')
      // The link in the mail was pressed meanwhile.
      if ((await sendVerificationMail(execute, {})).count === 0) return onVerified()
      setNote(`${email}로 확인 메일을 보냈어요.`)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one mail for each opening
  useEffect(() => {
    if (open) void mail()
  }, [open])
  const send = () =>
    attempt(async () => {
      await verifyEmail(execute, { code })
      setCode('')
      onVerified()
    })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      icon={Mail}
      title="이메일을 확인해 주세요"
      description="메일에 있는 여섯 자리 숫자를 넣으면 쓴 글을 바로 올려 드려요."
      labels={{ confirm: '확인하기', busy: '확인하는 중…' }}
      busy={busy}
      // Beside the field.
      failure=""
      onSend={() => void send()}
    >
      <TextField
        label="확인 숫자"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        error={failure || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <p className="hint" role="status">
        {note}
      </p>
      <button type="button" className="link" aria-disabled={busy || undefined} onClick={() => void mail()}>
        메일 다시 받기
      </button>
    </FormDialog>
  )
}
