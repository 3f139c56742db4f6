import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { sentenceOf } from '../failures.ts'
import { ConfirmButtons, Dialog, type DialogProps } from './dialog.tsx'
import { FieldError } from './field.tsx'

type ConfirmDialogProps = Omit<DialogProps, 'children'> & {
  labels: { confirm: string; busy: string }
  onConfirm: () => Promise<unknown>
  /** Shown instead of the server's message. */
  failureText?: string
  children?: DialogProps['children']
}

export function ConfirmDialog({ labels, onConfirm, failureText, children, onClose, ...dialog }: ConfirmDialogProps) {
  const { isPending: busy, error, mutate, reset } = useMutation({ mutationFn: onConfirm })
  const close = () => {
    if (busy) return
    reset()
    onClose()
  }
  return (
    <Dialog {...dialog} onClose={close}>
      {children}
      {error !== null && <FieldError live>{sentenceOf(error, failureText)}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={labels}
        isDangerous={dialog.tone === 'bad'}
        onCancel={close}
        onConfirm={() => busy || mutate()}
      />
    </Dialog>
  )
}

type FormDialogProps = DialogProps & {
  labels: { confirm: string; busy: string }
  isDangerous?: boolean
  busy: boolean
  /** Why the form could not be sent; empty if a message beside a field says so. */
  failure: string
  onSend: () => void
}

export function FormDialog({
  labels,
  isDangerous,
  busy,
  failure,
  onSend,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <Dialog {...dialog} onClose={() => busy || onClose()}>
      <form ref={form} className="dialog-form" noValidate onSubmit={submit}>
        {children}
      </form>
      {failure && <FieldError live>{failure}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={labels}
        isDangerous={isDangerous}
        onCancel={onClose}
        onConfirm={() => form.current?.requestSubmit()}
      />
    </Dialog>
  )
}
