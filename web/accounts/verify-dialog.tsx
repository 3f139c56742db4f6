import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { FormDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/field.tsx'
import { Mail } from '../kit/icons.gen.ts'
import { useViewer } from '../store/use-store.ts'
import { sendVerificationMail, verifyEmail } from './verify-by-link.tsx'

type VerifyEmailDialogProps = { open: boolean; onClose: () => void; onVerified: () => void }

export function VerifyEmailDialog({ open, onClose, onVerified }: VerifyEmailDialogProps) {
  const execute = useGraphql()
  const email = useViewer()?.email ?? ''
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  const mail = async () => {
    setNote('')
    // The address is verified already: the link in an earlier mail was pressed.
    if ((await sendVerificationMail(execute, {})).count === 0) return onVerified()
    setNote(`${email}로 확인 메일을 보냈어요.`)
  }
  const verify = async () => {
    // Password managers may fill in the field without an event.
    await verifyEmail(execute, { code: input.current?.value ?? code })
    setCode('')
    onVerified()
  }
  // Mailing and verifying share one mutation, so that the dialog shows one error.
  const { isPending, error, mutate } = useMutation({
    mutationFn: (step: 'mail' | 'verify') => (step === 'mail' ? mail() : verify()),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one mail for each opening
  useEffect(() => {
    if (open) mutate('mail')
  }, [open])
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      icon={Mail}
      title="이메일을 확인해 주세요"
      description="메일로 받은 여섯 자리 숫자를 입력하면 작성한 글을 바로 올려 드려요."
      labels={{ confirm: '확인하기', busy: '확인하는 중…' }}
      busy={isPending}
      // The failure is shown beside the field.
      failure=""
      onSend={() => mutate('verify')}
    >
      <TextField
        ref={input}
        label="인증번호"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        error={sentenceOf(error) || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <p className="hint" role="status">
        {note}
      </p>
      <button
        type="button"
        className="link"
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate('mail')}
      >
        메일 다시 받기
      </button>
    </FormDialog>
  )
}
