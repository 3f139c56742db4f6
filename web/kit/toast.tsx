import X from 'virtual:icon/x'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const SHOWN_MS = 6000

type Note = { id: number; text: string; isForNextPage: boolean }

let notes: readonly Note[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Note[]) {
  notes = next
  for (const listener of listeners) listener()
}

/**
 * Shows a short message about something outside the view. An error belongs beside the control that failed. The toast
 * disappears on navigation, unless `isForNextPage` is set because it explains the next page.
 */
export function toast(text: string, { isForNextPage = false } = {}): void {
  replace([...notes.filter((note) => note.text !== text), { id: ++lastId, text, isForNextPage }])
}

function leavePage() {
  replace(notes.filter((note) => note.isForNextPage).map((note) => ({ ...note, isForNextPage: false })))
}

function dismiss(id: number) {
  replace(notes.filter((note) => note.id !== id))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Renders the toasts. Its live region exists before the first one, so that screen readers announce it. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notes,
    () => notes,
  )
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    leavePage()
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
    const timer = setTimeout(dismiss, SHOWN_MS, note.id)
    return () => clearTimeout(timer)
  }, [held, note.id])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span>{note.text}</span>
      <button type="button" className="icon-btn" aria-label="알림 닫기" onClick={() => dismiss(note.id)}>
        <X className="icon" />
      </button>
    </div>
  )
}
