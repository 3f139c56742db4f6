import { useCallback, useState } from 'react'
import type { CollectionPage } from '../../posts/collections/collection-queries.ts'
import { usePostStates } from '../../store/use-store.ts'

export type Picks = {
  /** Ids of posts, in the order of the presses. */
  picked: ReadonlySet<string>
  toggle: (post: string) => void
  /** Takes posts out of the choice. */
  forget: (posts: ReadonlySet<string>) => void
  /** Place in the collection, from 1, of a post or its place; 0 if it is not there. */
  numberOf: (post: string) => number
}

/** The posts that are chosen to be put into a collection. */
export function usePicks({ entries }: Pick<CollectionPage, 'entries'>): Picks {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const stateOf = usePostStates()
  const numberOf = useCallback(
    (post: string) => {
      const { place } = stateOf(post)
      return entries.findIndex(({ id, place_id }) => id === post || (place !== undefined && place_id === place)) + 1
    },
    [entries, stateOf],
  )
  return {
    picked,
    toggle: (post) => setPicked(picked.has(post) ? without(picked, new Set([post])) : new Set([...picked, post])),
    forget: (posts) => setPicked((before) => without(before, posts)),
    numberOf,
  }
}

function without(picked: ReadonlySet<string>, posts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...picked].filter((one) => !posts.has(one)))
}
