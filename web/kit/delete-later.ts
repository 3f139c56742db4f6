import { useSyncExternalStore } from 'react'
import { sentenceOf } from '../failures.ts'
import { toast, withdrawToast } from './toast.ts'

/** As long as the toast with '되돌리기' is shown, in milliseconds. */
const UNDO_MS = 10_000

type Deletion = Readonly<{
  /** Unique among all kinds of things, such as 'comment 12'. */
  name: string
  /** What the toast says: '댓글을 지웠어요.' */
  done: string
  /** Deletes it on the server. */
  send: () => Promise<void>
  /** Removes it from the data of the page, once it is gone. */
  onGone: () => void
}>

let deleted: ReadonlySet<string> = new Set()
const waiting = new Map<string, () => void>()
const listeners = new Set<() => void>()

/**
 * Hides something at once (`useDeleted`) and deletes it ten seconds later, or when the page is left; until then it can
 * be undone. A failure shows it again and says why.
 */
export function deleteLater(deletion: Deletion): void {
  const { name, done } = deletion
  if (deleted.has(name)) return
  set(name, true)
  const undo = () => {
    waiting.delete(name)
    clearTimeout(timer)
    withdrawToast(done)
    set(name, false)
  }
  const send = () => {
    waiting.delete(name)
    clearTimeout(timer)
    withdrawToast(done)
    void finish(deletion)
  }
  const timer = setTimeout(send, UNDO_MS)
  waiting.set(name, send)
  toast(done, { undo, shownMs: UNDO_MS })
}

/** Sends at once what still could be undone: the screen that offered it is left. */
export function sendDeletions(): void {
  for (const send of [...waiting.values()]) send()
}

async function finish({ name, send, onGone }: Deletion): Promise<void> {
  try {
    await send()
    onGone()
  } catch (error) {
    toast(sentenceOf(error))
  }
  set(name, false)
}

function set(name: string, isDeleted: boolean): void {
  const next = new Set(deleted)
  if (isDeleted) next.add(name)
  else next.delete(name)
  deleted = next
  for (const listener of listeners) listener()
}

const NOTHING: ReadonlySet<string> = new Set()

/** The names of all that is being deleted. */
export function useDeleted(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => deleted,
    () => NOTHING,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

if (typeof window !== 'undefined') addEventListener('pagehide', sendDeletions)
