import { flushSync } from 'react-dom'
import { sentenceOf } from '../failures.ts'
import { toast, toasts } from '../kit/toast.tsx'
import type { Deleted, Store } from './store.ts'

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
 * Marks something as deleted at once, and deletes it when the toast goes by which it can be undone, or when the site is
 * left. A failure shows it again and says why.
 */
export function deleteLater(store: Store, deletion: Deletion): void {
  const { name, done, onFailure = showFailure } = deletion
  if (waiting.has(name)) return
  if (waiting.size === MOST_WAITING) void [...waiting.values()][0]?.()
  const release = store.hold(name)
  store.setDeleted(name, true)
  const end = () => {
    waiting.delete(name)
    stop()
    toasts.dismiss(note)
  }
  const send = async () => {
    end()
    try {
      await deletion.send()
      deletion.onGone()
    } catch (error) {
      store.setDeleted(name, false)
      onFailure(error)
    }
    release()
  }
  const undo = () => {
    end()
    flushSync(() => store.setDeleted(name, false))
    release()
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

function showFailure(error: unknown): void {
  toast(sentenceOf(error))
}
