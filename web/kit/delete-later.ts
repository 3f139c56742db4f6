import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { sentenceOf } from '../failures.ts'
import { createListeners } from '../listeners.ts'
import { toast, toasts } from './toast.tsx'

const MOST_WAITING = 3

type Deletion = Readonly<{
  name: Deleted
  done: string
  send: () => Promise<unknown>
  onGone: () => void
  focusWhenBack: string
  /** Says that it is still there; a toast by default. */
  onFailure?: (error: unknown) => void
}>

const waiting = new Map<string, () => Promise<void>>()

/**
 * Hides something at once (`useDeleted`) and deletes it when the toast goes by which it can be undone, or when the site is
 * left. A failure shows it again and says why.
 */
export function deleteLater(deletion: Deletion): void {
  const { name, done } = deletion
  if (waiting.has(name)) return
  if (waiting.size === MOST_WAITING) void [...waiting.values()][0]?.()
  setDeleted(name, true)
  const end = () => {
    waiting.delete(name)
    stop()
    toasts.dismiss(note)
  }
  const send = () => {
    end()
    return finish(deletion)
  }
  const undo = () => {
    end()
    flushSync(() => setDeleted(name, false))
    const back = document.querySelector<HTMLElement>(deletion.focusWhenBack) ?? document.querySelector('main')
    back?.focus()
    toast('되돌렸어요.')
  }
  waiting.set(name, send)
  const note = toast(done, { undo })
  const stop = toasts.subscribe(() => toasts.all().some(({ id }) => id === note) || void send())
}

export async function sendDeletions(): Promise<void> {
  await Promise.all([...waiting.values()].map((send) => send()))
}

async function finish({ name, send, onGone, onFailure = showFailure }: Deletion): Promise<void> {
  try {
    await send()
    onGone()
  } catch (error) {
    onFailure(error)
  }
  setDeleted(name, false)
}

function showFailure(error: unknown): void {
  toast(sentenceOf(error))
}

if (typeof window !== 'undefined') addEventListener('pagehide', () => void sendDeletions())

type Kind = 'post' | 'comment' | 'collection'

export type Deleted = `${Kind} ${string}`

const NOTHING: ReadonlySet<Deleted> = new Set()

let deleted = NOTHING
const listeners = createListeners()

/** Hides something wherever `useDeleted` is asked, or shows it again. */
function setDeleted(name: Deleted, isDeleted: boolean): void {
  const next = new Set(deleted)
  if (isDeleted) next.add(name)
  else next.delete(name)
  deleted = next
  listeners.tell()
}

export function useDeleted(): ReadonlySet<Deleted> {
  return useSyncExternalStore(
    listeners.subscribe,
    () => deleted,
    () => NOTHING,
  )
}

export function useWithoutDeleted<Post extends { id: string }>(posts: readonly Post[]): readonly Post[] {
  const deleted = useDeleted()
  return posts.filter(({ id }) => !deleted.has(`post ${id}`))
}
