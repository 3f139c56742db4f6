import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PageIcon } from './page-icons.tsx'
import { type Note, toasts, UNDO_MS } from './toast.ts'

const SHOWN_MS = 6000

/** Renders the toasts. Its live region exists before the first one, so that screen readers announce it. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.all, toasts.all)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    toasts.leavePage()
  }, [pathname])
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((note) => (
        <ToastNote key={note.id} note={note} />
      ))}
    </div>
  )
}

function ToastNote({ note }: { note: Note }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(toasts.dismiss, note.shownMs ?? (note.undo ? UNDO_MS : SHOWN_MS), note.id)
    return () => clearTimeout(timer)
  }, [held, note])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const action = note.undo ? { label: '되돌리기', run: note.undo } : note.action
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span>{note.text}</span>
      {action && (
        <button type="button" className="btn btn-small toast-undo" onClick={action.run}>
          {action.label}
        </button>
      )}
      <button type="button" className="icon-btn" aria-label="알림 닫기" onClick={() => toasts.dismiss(note.id)}>
        <PageIcon name="x" />
      </button>
    </div>
  )
}
