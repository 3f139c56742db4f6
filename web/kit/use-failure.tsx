import { type ReactNode, useEffect, useState } from 'react'
import { FormAlert } from './form.tsx'
import { onDemand } from './on-demand.tsx'

const MessageDialog = onDemand(async () => (await import('./message-dialogs.tsx')).MessageDialog)

/**
 * The error message of a failed submit: first in a dialog, then at the top of the form until the next submit, never in
 * both. Closing the dialog focuses the first invalid field.
 */
export function useFailure(): {
  show: (message: string) => void
  clear: () => void
  alert: ReactNode
  dialog: ReactNode
} {
  const [message, setMessage] = useState('')
  const [open, setOpen] = useState(false)
  // Without a network the dialog's code could not be loaded either.
  useEffect(() => MessageDialog.preload(), [])
  return {
    show: (next) => {
      setMessage(next)
      setOpen(true)
    },
    clear: () => setMessage(''),
    alert: message && !open && <FormAlert>{message}</FormAlert>,
    dialog: (
      <MessageDialog
        open={open}
        onClose={() => setOpen(false)}
        message={message}
        finalFocus={() => document.querySelector<HTMLElement>('main [aria-invalid="true"]') ?? true}
      />
    ),
  }
}
