import { useSyncExternalStore } from 'react'

type Kind = 'post' | 'comment' | 'collection'

/** What is being deleted: its kind and its id. */
export type Deleted = `${Kind} ${string}`

const NOTHING: ReadonlySet<Deleted> = new Set()

let deleted = NOTHING
const listeners = new Set<() => void>()

/** Hides something wherever `useDeleted` is asked, or shows it again. */
export function setDeleted(name: Deleted, isDeleted: boolean): void {
  const next = new Set(deleted)
  if (isDeleted) next.add(name)
  else next.delete(name)
  deleted = next
  for (const listener of listeners) listener()
}

/** All that is being deleted. */
export function useDeleted(): ReadonlySet<Deleted> {
  return useSyncExternalStore(
    subscribe,
    () => deleted,
    () => NOTHING,
  )
}

/** Those of the posts that are not being deleted. */
export function useWithoutDeleted<Post extends { id: string }>(posts: readonly Post[]): readonly Post[] {
  const deleted = useDeleted()
  return posts.filter(({ id }) => !deleted.has(`post ${id}`))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
