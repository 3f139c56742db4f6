import {
  type PostState,
  READER_BLOCK_ID,
  type ReaderBlock,
  type ReaderState,
  type Viewer,
} from '#contract/reader-state.ts'
import { readSealed, storageListeners, storeText, writeSealed } from '../storage/browser-storage.ts'
import { sendWaitingDeletions } from './delete-later.ts'
import { EARLIER_PAGE_REQUEST, Store } from './store.ts'

/** Key in the tab's storage of the posts that its reader likes, keeps or wrote, for lists that are restored after a reload. */
const READER_POSTS_KEY = 'reader_posts'

/** Makes the store of a tab, with what the page says of its reader. */
export function openStore(): Store {
  const block = JSON.parse(document.getElementById(READER_BLOCK_ID)?.textContent || 'null') as ReaderBlock | null
  const store = block ? new Store(block.isPrivate ? block.viewer : null, block.viewer) : new Store(null)
  if (block) {
    store.put(null, EARLIER_PAGE_REQUEST, { ...block, posts: keptMarks(block) })
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
    void sendWaitingDeletions()
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
  writeSealed(READER_POSTS_KEY, viewer && JSON.stringify({ jwt: viewer.jwt, posts: Object.fromEntries(posts) }))
}

function keptMarks({ viewer }: ReaderState): Record<string, PostState> {
  const kept = readSealed(READER_POSTS_KEY) as { jwt?: string; posts?: ReaderState['posts'] } | null
  return kept?.jwt === viewer.jwt ? { ...kept.posts } : {}
}

/** Key that is set for a moment only: other tabs need no more than its event, and nothing of a person stays stored. */
const KEY = 'reader'

/** Sends the signed-in account to the browser's other tabs, and the number of unread notifications to those of that account. */
export function notifyOtherTabs({ viewer }: Pick<Store, 'viewer'>, unread?: number): void {
  const handle = viewer?.jwt ?? ''
  storeText('localStorage', KEY, unread === undefined ? handle : `${handle} ${unread}`)
  storeText('localStorage', KEY, null)
}

function listenToOtherTabs(store: Store): void {
  addEventListener('storage', ({ key, newValue }) => {
    storageListeners.notify()
    if (key !== KEY || newValue === null) return
    const [handle, unread] = newValue.split(' ')
    if (handle !== (store.viewer?.jwt ?? '')) return store.setSession(handle === '' ? 'none' : 'other')
    store.setSession('own')
    if (unread !== undefined) store.setUnread(Number(unread))
  })
}
