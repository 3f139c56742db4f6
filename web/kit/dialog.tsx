import { Dialog as Base } from '@base-ui/react/dialog'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useOverlay } from './use-overlay.ts'

export type DialogProps = {
  open: boolean
  /** Asked for by Escape, Back, a press outside, or a button of yours. */
  onClose: () => void
  /** Whether `onClose` goes to another page. */
  leadsOn?: boolean
  title: ReactNode
  description?: ReactNode
  icon: LucideIcon
  tone?: 'plain' | 'good' | 'bad'
  /** What has the focus first; the first button otherwise. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes on closing; back to where it was otherwise, or for `true`. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true)
  /** The buttons, in a `DialogButtons`, and what stands above them. */
  children: ReactNode
}

/**
 * A panel over the page: centred, at the lower edge of a phone. It traps the focus and gives it back. Fetch it on demand
 * (see on-demand.tsx), no screen needs it at once.
 */
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
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-place">
          <Base.Popup className="dialog" {...(initialFocus && { initialFocus })} {...(finalFocus && { finalFocus })}>
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

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="dialog-buttons">{children}</div>
}
