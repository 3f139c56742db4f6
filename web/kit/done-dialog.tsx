import { Check } from 'lucide-react'
import { Dialog, DialogButtons, type DialogProps } from './dialog.tsx'

type DoneDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'leadsOn' | 'description' | 'finalFocus'> & {
  message: string
  button?: string
}

/** Reports a success. Every way of closing it does the same. */
export function DoneDialog({ message, button = '확인', ...dialog }: DoneDialogProps) {
  return (
    <Dialog {...dialog} icon={Check} tone="good" title={message}>
      <DialogButtons>
        <button type="button" className="btn btn-primary" onClick={dialog.onClose}>
          {button}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
