import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { Viewer } from '#contract/reader-state.ts'
import type { DeletableName, MarkableName, Marks, Ref, Store } from './store.ts'

/** @param rendered what the server rendered, if that is not what the store has */
function useStore<T>(select: (store: Store) => T, rendered = select): T {
  const { store } = useRouter().options.context
  return useSyncExternalStore(
    store.subscribe,
    () => select(store),
    () => rendered(store),
  )
}

/** The loaded entities of `refs` in their order; the same array until one of them changes. */
function useAll<Entity>(refs: readonly Ref<Entity>[], get: (store: Store, id: Ref<Entity>) => Entity | undefined) {
  const last = useRef<readonly Entity[]>([])
  return useStore((store) => {
    const all = refs.flatMap((id) => get(store, id) ?? [])
    const isSame = all.length === last.current.length && all.every((one, index) => one === last.current[index])
    if (!isSame) last.current = all
    return last.current
  })
}

export function usePost<Post>(ref: Ref<Post>): Post
export function usePost<Post>(ref: Ref<Post> | undefined): Post | undefined
export function usePost<Post>(ref: Ref<Post> | undefined): Post | undefined {
  return useStore((store) => store.get('post', ref))
}

/** The loaded posts, without deleted ones. */
export const usePosts = <Post>(refs: readonly Ref<Post>[]): readonly Post[] =>
  useAll(refs, (store, id) => (store.deleted.has(`post ${id}`) ? undefined : store.get('post', id)))

/** The loaded posts, with deleted ones, which `useDeletedNames` names. */
export const useLoadedPosts = <Post>(refs: readonly Ref<Post>[]): readonly Post[] =>
  useAll(refs, (store, id) => store.get('post', id))

/** The loaded comments, with deleted ones. */
export const useLoadedComments = <Comment>(refs: readonly Ref<Comment>[]): readonly Comment[] =>
  useAll(refs, (store, id) => store.get('comment', id))

export const useAuthor = <Author>(ref: Ref<Author>): Author => useStore((store) => store.get('author', ref) as Author)

/** Names of what is deleted or is being deleted, such as `post 7`. */
export const useDeletedNames = (): ReadonlySet<DeletableName> => useStore((store) => store.deleted)

const NOTHING = {}

/** Marks of the reader on a post; none while a page hydrates, because its HTML is the same for everybody. */
export const usePostState = (id: string): Marks => useMarks(`post ${id}`)

/** Function from a post's id to its state for the reader, new after each change; empty during hydration. */
export function usePostStates(): (id: string) => Marks {
  const marks = useStore<Store['marks']>(
    (store) => store.marks,
    () => NOTHING,
  )
  return useMemo(() => (id) => marks[`post ${id}`] ?? NOTHING, [marks])
}

/** Marks of the reader on a post, place or author; none while a page hydrates. */
export const useMarks = (name: MarkableName): Marks =>
  useStore(
    (store) => store.marksOf(name),
    () => NOTHING,
  )

export const useAuthorState = (handle: string): Marks =>
  useStore(
    (store) => store.marksOf(`author ${handle}`),
    () => NOTHING,
  )

export const useViewer = (): Viewer | null =>
  useStore(
    (store) => store.viewer,
    (store) => store.rendered,
  )

/** The number of unread notifications; 0 while a page hydrates. */
export const useUnread = (): number =>
  useStore(
    (store) => store.unread,
    () => 0,
  )

/** Number of items that wait for the reader's decision as a moderator; undefined for other members, and while a page hydrates. */
export const useWaitingDecisions = (): number | undefined =>
  useStore(
    (store) => store.waiting,
    () => undefined,
  )
