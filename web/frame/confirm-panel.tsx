import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../failures.ts'
import { ConfirmButtons, Dialog, type DialogProps } from '../kit/dialog.tsx'
import { FieldError } from '../kit/field.tsx'

type ConfirmPanelProps = Pick<DialogProps, 'open' | 'onClose' | 'icon' | 'tone' | 'title' | 'description'> & {
  labels: { confirm: string; busy: string }
  /** Sends what is confirmed; a failure is shown and keeps the panel open. null: there is nothing to confirm. */
  send: (() => Promise<void>) | null
  /** Forgets the person in this tab, once home is shown. */
  forget: () => void
  /** Called when the panel has closed after that. */
  onDone?: () => void
  /** Shown instead of the message that the server answered. */
  failureText?: string
  children?: DialogProps['children']
}

/** Asks for confirmation, then ends the session or the account and leads home. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { labels, send, forget, onDone, failureText, children, ...dialog } = props
  const navigate = useNavigate()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const close = () => {
    if (busy) return
    setFailure(null)
    dialog.onClose()
  }
  const confirm = async () => {
    if (busy || !send) return
    setBusy(true)
    setFailure(null)
    try {
      await send()
      await navigate({ to: paths.home })
      forget()
      await router.invalidate()
      dialog.onClose()
      onDone?.()
    } catch (error) {
      setFailure(sentenceOf(error, failureText))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog {...dialog} onClose={close}>
      {children}
      {failure && <FieldError live>{failure}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={labels}
        isDangerous={dialog.tone === 'bad'}
        onCancel={close}
        onConfirm={confirm}
      />
    </Dialog>
  )
}
