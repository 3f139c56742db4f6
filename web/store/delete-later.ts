import { flushSync } from 'react-dom'
import { sentenceOf } from '../failures.ts'
import { toast, toasts } from '../kit/toast.tsx'
import type { DeletableName, Store } from './store.ts'

const MAX_WAITING = 3

type Deletion = Readonly<{
  name: DeletableName
  done: string
  send: () => Promise<unknown>
  onGone: () => void
  focusWhenBack: string
  /** Reports that it was not deleted; by default in a toast. */
  onFailure?: (error: unknown) => void
}>

const waiting = new Map<string, () => Promise<void>>()

/**
 * Hides something at once, and deletes it on the server when the toast with its undo disappears, or when the site is left. A
 * failure shows it again and says why.
 */
export function deleteLater(store: Store, deletion: Deletion): void {
  const { name, done, onFailure = showFailure } = deletion
  if (waiting.has(name)) return
  if (waiting.size === MAX_WAITING) void [...waiting.values()][0]?.()
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

/** Sends the deletions that could still be undone. */
export async function sendWaitingDeletions(): Promise<void> {
  await Promise.all([...waiting.values()].map((send) => send()))
}

function showFailure(error: unknown): void {
  toast(sentenceOf(error))
}
