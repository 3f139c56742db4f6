import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountMessages } from '#rules/account.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError, useGraphql } from '../../graphql.ts'
import { FormDialog } from '../../kit/confirm-dialog.tsx'
import type { DialogProps } from '../../kit/dialog.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { useViewer } from '../../store/use-store.ts'
import { PasswordField } from '../account-fields.tsx'
import { useSignInAgain } from '../expired-session.ts'
import { askPasskeyProof, cancelPasskeyRequest } from './browser-passkeys.ts'

type ConfirmIdentityDialogProps = Omit<DialogProps, 'children'> & {
  labels: { confirm: string; busy: string }
  isDangerous?: boolean
  /** Whether a passkey can be used instead of the password. */
  hasPasskey: boolean
  onConfirm: (given: { password: string } | { proof: string }) => Promise<unknown>
}

/** Asks the signed-in member for their password or a passkey, then calls `onConfirm` with it. */
export function ConfirmIdentityDialog({ hasPasskey, onConfirm, onClose, ...dialog }: ConfirmIdentityDialogProps) {
  const graphql = useGraphql()
  const signInAgain = useSignInAgain()
  const email = useViewer()?.email ?? ''
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { isPending, error, mutate, reset } = useMutation({
    mutationFn: async (typed: string | null) =>
      onConfirm(typed === null ? { proof: await askPasskeyProof(graphql) } : { password: typed }),
    onError: (failure) => void signInAgain(failure),
  })
  useEffect(() => {
    if (dialog.open) return
    setPassword('')
    setMissing(false)
    reset()
    cancelPasskeyRequest()
  }, [dialog.open, reset])
  const send = (byPasskey: boolean) => {
    // Password managers may fill in the field without an event.
    const typed = input.current?.value ?? password
    setMissing(!byPasskey && typed === '')
    if (byPasskey || typed !== '') mutate(byPasskey ? null : typed)
    else input.current?.focus()
  }
  const isAboutField = error instanceof ApiError && error.fields.some(({ field }) => field === 'password')
  const fault = missing ? accountMessages.currentPasswordEmpty : isAboutField ? sentenceOf(error) : undefined
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      busy={isPending}
      failure={isAboutField || missing ? '' : sentenceOf(error)}
      onSend={() => send(false)}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={input}
        label="현재 비밀번호"
        autoComplete="current-password"
        value={password}
        error={fault}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {hasPasskey && (
        <button
          type="button"
          className="btn btn-outline btn-wide"
          aria-disabled={isPending || undefined}
          onClick={() => isPending || send(true)}
        >
          <PageIcon name="key-round" />
          패스키로 확인하기
        </button>
      )}
    </FormDialog>
  )
}
