import { CircleAlert } from 'lucide-react'
import { Dialog, DialogButtons } from './dialog.tsx'

type MessageDialogProps = { open: boolean; onClose: () => void; message: string }

/** Says that something failed, where there is no room beside it. */
export function MessageDialog({ open, onClose, message }: MessageDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={message} icon={CircleAlert} tone="bad">
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          확인
        </button>
      </DialogButtons>
    </Dialog>
  )
}
