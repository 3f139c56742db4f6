import { type SyntheticEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { useArrival } from './history-entry.ts'
import { PageIcon } from './page-icons.tsx'

/** Time in which an action can be undone, in milliseconds. */
const UNDO_MS = 10_000

type ToastOptions = {
  isForNextPage?: boolean
  /** Shown until it is closed or withdrawn, on later pages too. */
  stays?: boolean
  undo?: () => void
  action?: { label: string; run: () => void }
  /** Milliseconds; six seconds by default, `UNDO_MS` with an undo. */
  shownMs?: number
}

type Note = ToastOptions & { id: number; text: string; isForNextPage: boolean }

const NONE: readonly Note[] = []
let notes = NONE
let lastId = 0
const listeners = createListeners()

function replace(next: readonly Note[]) {
  notes = next
  listeners.notify()
}

/**
 * Shows a short message about something outside the view. It disappears on navigation unless it is `isForNextPage` or can be
 * undone, and replaces one with the same text unless that can be undone; one that stays is replaced only by another that
 * does. Returns its id.
 */
export function toast(text: string, { isForNextPage = false, ...options }: ToastOptions = {}): number {
  const staying = options.stays ? undefined : notes.find((note) => note.stays && note.text === text)
  if (staying) return staying.id
  const id = ++lastId
  replace([...notes.filter((note) => note.undo || note.text !== text), { ...options, id, text, isForNextPage }])
  return id
}

export function withdrawToast(text: string): void {
  if (notes.some((note) => note.text === text)) replace(notes.filter((note) => note.text !== text))
}

export const toasts = {
  all: () => notes,
  dismiss(id: number) {
    replace(notes.filter((note) => note.id !== id))
  },
  leavePage() {
    // A toast with undo stays the same object, because another one would restart its time.
    const left = notes.filter((note) => note.isForNextPage || note.undo || note.stays)
    replace(left.map((note) => (note.undo || note.stays ? note : { ...note, isForNextPage: false })))
  },
  subscribe: listeners.subscribe,
}

const SHOWN_MS = 6000

/** Renders the toasts. Its live region exists before the first one, so that screen readers announce it. */
export function Toaster() {
  // Toasts added during hydration are shown after it, because the server has rendered none.
  const shown = useSyncExternalStore(toasts.subscribe, toasts.all, () => NONE)
  useArrival(toasts.leavePage)
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
    if (held || note.stays) return
    const timer = setTimeout(toasts.dismiss, note.shownMs ?? (note.undo ? UNDO_MS : SHOWN_MS), note.id)
    return () => clearTimeout(timer)
  }, [held, note])
  const hold = () => setHeld(true)
  const release = ({ currentTarget }: SyntheticEvent) => setHeld(currentTarget.matches(':focus-within'))
  const action = note.undo ? { label: '되돌리기', run: note.undo } : note.action
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open
    <div
      className={note.stays ? 'toast toast-stays' : 'toast'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
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
