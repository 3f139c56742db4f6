import { useRouter } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import {
  type AuthorState,
  type PostState,
  READER_BLOCK,
  type ReaderBlock,
  type ReaderState,
  type Viewer,
} from '#contract/reader-state.ts'
import { createListeners } from '../listeners.ts'
import { readJson, write } from '../storage/browser-storage.ts'

/** In the tab's storage: the posts that its reader likes, keeps or wrote, for lists that are restored after a reload. */
const KEPT = 'reader_posts'

const NOTHING: PostState & AuthorState = {}
const NO_POSTS: Readonly<Record<string, PostState>> = {}

type Session = 'own' | 'other' | 'none'

export class ReaderStore {
  /** The person in the HTML that the server rendered; null on pages that everybody shares. */
  readonly rendered: Viewer | null
  #viewer: Viewer | null
  #posts: Record<string, PostState>
  #unread: number
  #waiting: number | undefined
  #authors: Record<string, AuthorState>
  #session: Session = 'own'
  readonly #listeners = createListeners()
  readonly subscribe = this.#listeners.subscribe
  readonly #sessionListeners = createListeners()
  /** Told whenever the session is heard of, also when that is nothing new. */
  readonly subscribeSession = this.#sessionListeners.subscribe

  constructor(rendered: Viewer | null, state: ReaderState | null = null) {
    this.rendered = rendered
    this.#viewer = state?.viewer ?? rendered
    this.#posts = { ...state?.posts }
    this.#authors = { ...state?.authors }
    this.#unread = state?.unread ?? 0
    this.#waiting = state?.waiting
  }

  get viewer(): Viewer | null {
    return this.#viewer
  }

  get unread(): number {
    return this.#unread
  }

  /** Number of items that wait for the reader's decision; undefined for who does not moderate. */
  get waiting(): number | undefined {
    return this.#waiting
  }

  get session(): Session {
    return this.#session
  }

  /** Notes the account of the browser's session, as told by another tab or the server. */
  noteSession(session: Session): void {
    this.#session = session
    this.#sessionListeners.tell()
  }

  /** Another object after each change. */
  get posts(): Readonly<Record<string, PostState>> {
    return this.#posts
  }

  post(id: string): PostState {
    return this.#posts[id] ?? NOTHING
  }

  author(handle: string): AuthorState {
    return this.#authors[handle] ?? NOTHING
  }

  accept({ viewer, posts, authors, unread, waiting }: ReaderState): void {
    if (viewer.jwt !== this.#viewer?.jwt) return
    this.#unread = unread
    this.#waiting = waiting
    this.#authors = { ...this.#authors, ...authors }
    this.#change(this.#viewer, { ...this.#posts, ...posts })
  }

  setViewer(viewer: Viewer | null): void {
    const isSame = viewer?.jwt === this.#viewer?.jwt
    if (!isSame) {
      this.#authors = {}
      this.#unread = 0
      this.#waiting = undefined
    }
    this.#change(viewer, isSame ? this.#posts : {})
    if (!isSame) this.keep()
    this.noteSession('own')
  }

  setUnread(unread: number): void {
    this.#unread = unread
    this.#change(this.#viewer, this.#posts)
  }

  setMark(id: string, mark: keyof PostState, on: boolean): void {
    const { [mark]: _, ...others } = this.post(id)
    this.#change(this.#viewer, { ...this.#posts, [id]: on ? { ...others, [mark]: on } : others })
  }

  setFollowed(handle: string, followed: boolean): void {
    this.#authors = { ...this.#authors, [handle]: followed ? { followed } : {} }
    this.#change(this.#viewer, this.#posts)
  }

  keep(): void {
    const posts = Object.entries(this.#posts).filter(([, state]) => Object.keys(state).length > 0)
    const kept = this.#viewer && JSON.stringify({ jwt: this.#viewer.jwt, posts: Object.fromEntries(posts) })
    write('sessionStorage', KEPT, kept)
  }

  #change(viewer: Viewer | null, posts: Record<string, PostState>): void {
    this.#viewer = viewer
    this.#posts = posts
    this.#listeners.tell()
  }
}

export function openReaderStore(): ReaderStore {
  const block = JSON.parse(document.getElementById(READER_BLOCK)?.textContent || 'null') as ReaderBlock | null
  const store = block
    ? new ReaderStore(block.isPrivate ? block.viewer : null, {
        ...block,
        posts: { ...keptPosts(block), ...block.posts },
      })
    : new ReaderStore(null)
  if (!block) store.keep()
  store.subscribe(() => markReader(store.viewer))
  addEventListener('pagehide', () => store.keep())
  listenToOtherTabs(store)
  return store
}

/** Tells the styles whether somebody is signed in, as first-paint.ts does at first. */
function markReader(viewer: Viewer | null): void {
  const { dataset } = document.documentElement
  if (viewer) dataset.reader = viewer.restricted ? 'restricted' : 'member'
  else delete dataset.reader
}

function keptPosts({ viewer }: ReaderState): ReaderState['posts'] {
  const kept = readJson('sessionStorage', KEPT) as { jwt?: string; posts?: ReaderState['posts'] } | null
  return kept?.jwt === viewer.jwt ? { ...kept.posts } : {}
}

function useReader<T>(select: (store: ReaderStore) => T, rendered: (store: ReaderStore) => T): T {
  const store = useRouter().options.context.reader
  return useSyncExternalStore(
    store.subscribe,
    () => select(store),
    () => rendered(store),
  )
}

export const useViewer = (): Viewer | null =>
  useReader(
    (store) => store.viewer,
    (store) => store.rendered,
  )

/** The number of unread notifications; 0 while a page hydrates. */
export const useUnread = (): number =>
  useReader(
    (store) => store.unread,
    () => 0,
  )

/** As `waiting` of the store; undefined while a page hydrates. */
export const useWaiting = (): number | undefined =>
  useReader(
    (store) => store.waiting,
    () => undefined,
  )

export const usePostState = (id: string): PostState =>
  useReader(
    (store) => store.post(id),
    () => NOTHING,
  )

/** Function from a post's id to its state for the reader, new after each change; empty during hydration. */
export function usePostStates(): (id: string) => PostState {
  const posts = useReader(
    (store) => store.posts,
    () => NO_POSTS,
  )
  return useMemo(() => (id) => posts[id] ?? NOTHING, [posts])
}

export const useMarkedPost = (ids: readonly string[], mark: keyof PostState): string | undefined =>
  useReader(
    (store) => ids.find((id) => store.post(id)[mark]),
    () => undefined,
  )

export const useAuthorState = (handle: string): AuthorState =>
  useReader(
    (store) => store.author(handle),
    () => NOTHING,
  )

/** Set for a moment, because the event in other tabs is all that is wanted: nothing of a person stays stored. */
const KEY = 'reader'

/** Sends the signed-in account to the browser's other tabs, and the number of unread notifications to those of that account. */
export function notifyOtherTabs({ viewer }: Pick<ReaderStore, 'viewer'>, unread?: number): void {
  const handle = viewer?.jwt ?? ''
  write('localStorage', KEY, unread === undefined ? handle : `${handle} ${unread}`)
  write('localStorage', KEY, null)
}

function listenToOtherTabs(reader: ReaderStore): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return
    const [handle, unread] = newValue.split(' ')
    if (handle !== (reader.viewer?.jwt ?? '')) return reader.noteSession(handle === '' ? 'none' : 'other')
    reader.noteSession('own')
    if (unread !== undefined) reader.setUnread(Number(unread))
  })
}
