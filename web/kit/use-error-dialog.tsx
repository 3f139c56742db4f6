import { useCallback, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { isOffline, sentenceOf } from '../failures.ts'
import { onDemand } from './on-demand.tsx'
import { toast } from './toast.tsx'

const MessageDialog = onDemand(async () => (await import('./dialog.tsx')).MessageDialog)

/** Says in a dialog why a press failed; without a network, when the dialog could not be loaded either, in a toast. */
export function useErrorDialog() {
  const [message, setMessage] = useState('')
  const showError = useCallback((error: unknown) => {
    if (isOffline(error)) toast(failures.offline)
    else setMessage(sentenceOf(error))
  }, [])
  const errorDialog = <MessageDialog open={message !== ''} message={message} onClose={() => setMessage('')} />
  return { showError, errorDialog, preload: MessageDialog.preload }
}
