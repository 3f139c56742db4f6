import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { errorMessages } from '#rules/errors.ts'
import { CircleAlert } from './icons.gen.ts'
import './forms.css'
import { MessageDialog } from './on-demand.tsx'

/** A form whose submit before hydration waits for the script (early-presses.ts); `post` keeps typed text out of the URL. */
export function Form({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form method="post" noValidate className="form" {...form}>
      <noscript>
        <p className="alert">
          <CircleAlert className="icon" />
          <span>이 화면은 자바스크립트를 켜야 쓸 수 있어요.</span>
        </p>
        <button type="submit" disabled hidden />
      </noscript>
      {children}
    </form>
  )
}

type SubmitButtonProps = {
  busy: boolean
  busyLabel: string
  children: ReactNode
}

export function SubmitButton({ busy, busyLabel, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="btn btn-primary btn-wide btn-submit"
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
      }}
    >
      {busy ? busyLabel : children}
    </button>
  )
}

/**
 * A failed submit's message: in a dialog, then at the top of the form. Closing the dialog focuses the invalid field.
 */
export function useFormFailure(): {
  show: (message: string) => void
  clear: () => void
  alert: ReactNode
  dialog: ReactNode
} {
  const [message, setMessage] = useState('')
  const [open, setOpen] = useState(false)
  // Loads the dialog's code early, because without a network it could not be loaded after a failure.
  useEffect(() => MessageDialog.preload(), [])
  return {
    show: (next) => {
      setMessage(next)
      setOpen(next !== errorMessages.OTHER_ACCOUNT)
    },
    clear: () => setMessage(''),
    alert: message && !open && (
      <div className="alert">
        <CircleAlert className="icon" />
        <span>{message}</span>
      </div>
    ),
    dialog: (
      <MessageDialog open={open} onClose={() => setOpen(false)} message={message} finalFocus={showInvalidField} />
    ),
  }
}

function showInvalidField(): HTMLElement | true {
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  // After the dialog has unlocked the page's scrolling.
  setTimeout(() => field?.scrollIntoView({ block: 'center' }))
  return field ?? true
}
