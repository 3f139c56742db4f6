import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { Icon } from './create-icon.tsx'
import { Check, CircleAlert } from './icons.gen.ts'
import { useOverlay } from './overlays.ts'
import './dialog.css'

export type DialogProps = {
  open: boolean
  /** Called on Escape, Back, a press outside, or by your own buttons. */
  onClose: () => void
  /** Whether `onClose` goes to another page. */
  leadsOn?: boolean
  title: ReactNode
  description?: ReactNode
  icon: Icon
  tone?: 'plain' | 'good' | 'bad'
  initialFocus?: RefObject<HTMLElement | null>
  /** Receives the focus on closing; by default, or for `true`, the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true)
  children: ReactNode
}

/** A modal dialog: centred, on a phone at the lower edge. Load it on demand, because no screen needs it at first. */
export function Dialog({
  open,
  onClose,
  leadsOn,
  title,
  description,
  icon: Icon,
  tone = 'plain',
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  useOverlay(open, onClose, leadsOn)
  const popup = useRef<HTMLDivElement>(null)
  // Moves the focus at once. Base UI would wait for a frame, with the focus in the page that it has hidden.
  const moveFocus = () => {
    const first = initialFocus?.current ?? popup.current?.querySelector<HTMLElement>('input, button, a[href]')
    first?.focus()
    return false
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-place">
          <Base.Popup ref={popup} className="dialog" initialFocus={moveFocus} {...(finalFocus && { finalFocus })}>
            <div className={`dialog-badge dialog-badge-${tone}`}>
              <Icon className="icon" />
            </div>
            <Base.Title>{title}</Base.Title>
            {description && <Base.Description className="dialog-text">{description}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="dialog-buttons">{children}</div>
}

type ConfirmButtonsProps = {
  busy?: boolean
  labels: { confirm: string; busy?: string }
  isDangerous?: boolean
  cancelRef?: RefObject<HTMLButtonElement | null>
  onCancel: () => void
  onConfirm: () => void
}

export function ConfirmButtons({
  busy = false,
  labels,
  isDangerous,
  cancelRef,
  onCancel,
  onConfirm,
}: ConfirmButtonsProps) {
  return (
    <DialogButtons>
      <button ref={cancelRef} type="button" className="btn btn-quiet" onClick={onCancel}>
        취소
      </button>
      <button
        type="button"
        className={isDangerous ? 'btn btn-danger' : 'btn btn-primary'}
        aria-disabled={busy || undefined}
        onClick={onConfirm}
      >
        {busy ? labels.busy : labels.confirm}
      </button>
    </DialogButtons>
  )
}

type MessageDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'finalFocus'> & { message: string }

export function MessageDialog({ message, ...dialog }: MessageDialogProps) {
  return (
    <Dialog {...dialog} title={message} icon={CircleAlert} tone="bad">
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={dialog.onClose}>
          닫기
        </button>
      </DialogButtons>
    </Dialog>
  )
}

type DoneDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'leadsOn' | 'description' | 'finalFocus'> & {
  icon?: Icon
  message: string
  button?: string
}

export function DoneDialog({ message, button = '닫기', icon = Check, ...dialog }: DoneDialogProps) {
  return (
    <Dialog {...dialog} icon={icon} tone="good" title={message}>
      <DialogButtons>
        <button type="button" className="btn btn-primary" onClick={dialog.onClose}>
          {button}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
