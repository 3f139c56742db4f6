import { Check } from 'lucide-react'
import { Dialog, DialogButtons } from './dialog.tsx'

type DoneDialogProps = { open: boolean; onClose: () => void; message: string; button?: string }

/** Says that something succeeded; every way out of it is the same. */
export function DoneDialog({ open, onClose, message, button = '확인' }: DoneDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} icon={Check} tone="good" title={message}>
      <DialogButtons>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {button}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
