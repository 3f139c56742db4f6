import Check from 'virtual:icon/check'
import CircleAlert from 'virtual:icon/circle-alert'
import { Dialog, DialogButtons, type DialogProps } from './dialog.tsx'

type MessageDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'> & { message: string }

/** Reports a failure where there is no room beside the control. */
export function MessageDialog({ message, ...dialog }: MessageDialogProps) {
  return (
    <Dialog {...dialog} title={message} icon={CircleAlert} tone="bad">
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={dialog.onClose}>
          확인
        </button>
      </DialogButtons>
    </Dialog>
  )
}

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
