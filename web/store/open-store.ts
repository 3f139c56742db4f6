import {
  type PostState,
  READER_BLOCK,
  type ReaderBlock,
  type ReaderState,
  type Viewer,
} from '#contract/reader-state.ts'
import { readSealed, storedListeners, write, writeSealed } from '../storage/browser-storage.ts'
import { sendDeletions } from './delete-later.ts'
import { EARLIER, Store } from './store.ts'

/** In the tab's storage: the posts that its reader likes, keeps or wrote, for lists that are restored after a reload. */
const KEPT = 'reader_posts'

/** The store of a tab, with what the page says of its reader. */
export function openStore(): Store {
  const block = JSON.parse(document.getElementById(READER_BLOCK)?.textContent || 'null') as ReaderBlock | null
  const store = block ? new Store(block.isPrivate ? block.viewer : null, block.viewer) : new Store(null)
  if (block) {
    store.put(null, EARLIER, { ...block, posts: keptMarks(block) })
    store.put(null, undefined, block)
  } else keepMarks(store)
  let shown = store.viewer
  store.subscribe(() => {
    if (store.viewer?.jwt !== shown?.jwt) keepMarks(store)
    shown = store.viewer
    markReader(shown)
  })
  addEventListener('pagehide', () => {
    keepMarks(store)
    void sendDeletions()
  })
  listenToOtherTabs(store)
  return store
}

/** Tells the styles whether somebody is signed in, as first-paint.ts does at first. */
function markReader(viewer: Viewer | null): void {
  const { dataset } = document.documentElement
  if (viewer) dataset.reader = viewer.restricted ? 'restricted' : 'member'
  else delete dataset.reader
}

function keepMarks({ viewer, marks }: Store): void {
  const posts = Object.entries(marks).flatMap(([name, state]) => {
    const [kind, id] = name.split(' ')
    const on = Object.entries(state).filter(([, isOn]) => isOn)
    const isMarked = on.some(([mark]) => mark !== 'place')
    return kind === 'post' && isMarked ? [[id, Object.fromEntries(on)]] : []
  })
  writeSealed(KEPT, viewer && JSON.stringify({ jwt: viewer.jwt, posts: Object.fromEntries(posts) }))
}

function keptMarks({ viewer }: ReaderState): Record<string, PostState> {
  const kept = readSealed(KEPT) as { jwt?: string; posts?: ReaderState['posts'] } | null
  return kept?.jwt === viewer.jwt ? { ...kept.posts } : {}
}

/** Set for a moment, because the event in other tabs is all that is wanted: nothing of a person stays stored. */
const KEY = 'reader'

/** Sends the signed-in account to the browser's other tabs, and the number of unread notifications to those of that account. */
export function notifyOtherTabs({ viewer }: Pick<Store, 'viewer'>, unread?: number): void {
  const handle = viewer?.jwt ?? ''
  write('localStorage', KEY, unread === undefined ? handle : `${handle} ${unread}`)
  write('localStorage', KEY, null)
}

function listenToOtherTabs(store: Store): void {
  addEventListener('storage', ({ key, newValue }) => {
    storedListeners.tell()
    if (key !== KEY || newValue === null) return
    const [handle, unread] = newValue.split(' ')
    if (handle !== (store.viewer?.jwt ?? '')) return store.noteSession(handle === '' ? 'none' : 'other')
    store.noteSession('own')
    if (unread !== undefined) store.setUnread(Number(unread))
  })
}
