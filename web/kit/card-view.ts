import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'
import { storeText } from '../storage/browser-storage.ts'

const listeners = createListeners()

/** Shows lists as rows, or as cards again, and remembers it on the device; the page's first script applies it (frame/early-script.ts). */
export function setRowView(rows: boolean): void {
  if (rows) document.documentElement.dataset.cards = 'rows'
  else delete document.documentElement.dataset.cards
  storeText('localStorage', 'cards', rows ? 'rows' : null)
  listeners.notify()
}

/** Whether lists are shown as rows; false while a page hydrates. */
export const useIsRowView = (): boolean =>
  useSyncExternalStore(
    listeners.subscribe,
    () => document.documentElement.dataset.cards === 'rows',
    () => false,
  )
