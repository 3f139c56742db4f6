/** How long something can be undone, in milliseconds. */
export const UNDO_MS = 10_000

type ToastOptions = {
  isForNextPage?: boolean
  /** Makes the toast offer '되돌리기'. */
  undo?: () => void
  /** Another button. */
  action?: { label: string; run: () => void }
  /** Milliseconds; six seconds by default, and `UNDO_MS` for what can be undone. */
  shownMs?: number
}

export type Note = ToastOptions & { id: number; text: string; isForNextPage: boolean }

let notes: readonly Note[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: readonly Note[]) {
  notes = next
  for (const listener of listeners) listener()
}

/**
 * A short message about something outside the view. It goes on navigation unless it is `isForNextPage` or can be undone,
 * and replaces one with the same text unless that can be undone. Returns its id.
 */
export function toast(text: string, { isForNextPage = false, ...options }: ToastOptions = {}): number {
  const id = ++lastId
  replace([...notes.filter((note) => note.undo || note.text !== text), { ...options, id, text, isForNextPage }])
  return id
}

/** Removes a message that is no longer true. */
export function withdrawToast(text: string): void {
  if (notes.some((note) => note.text === text)) replace(notes.filter((note) => note.text !== text))
}

export const toasts = {
  all: () => notes,
  dismiss(id: number) {
    replace(notes.filter((note) => note.id !== id))
  },
  leavePage() {
    replace(notes.filter((note) => note.isForNextPage || note.undo).map((note) => ({ ...note, isForNextPage: false })))
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
