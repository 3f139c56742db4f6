import { useCallback, useState } from 'react'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import type { CollectionPage } from '../../posts/collections/collection-queries.ts'
import { usePostStates } from '../../store/use-store.ts'

export type Picks = {
  /** Posts and shops, in the order of the presses. */
  picked: ReadonlySet<Target>
  toggle: (target: Target) => void
  /** Takes some out of the choice. */
  forget: (targets: ReadonlySet<Target>) => void
  /** Place in the collection, from 1, of a post or its place, or of a shop; 0 if it is not there. */
  numberOf: (target: Target) => number
}

/** The posts and shops that are chosen to be put into a collection. */
export function usePicks({ entries }: Pick<CollectionPage, 'entries'>): Picks {
  const [picked, setPicked] = useState<ReadonlySet<Target>>(new Set())
  const stateOf = usePostStates()
  const numberOf = useCallback(
    (target: Target) => {
      const [kind, named = ''] = target.split(' ')
      const post = kind === 'post' ? named : null
      const place = post === null ? named : stateOf(post).place
      return entries.findIndex(({ id, place_id }) => id === post || (place !== undefined && place_id === place)) + 1
    },
    [entries, stateOf],
  )
  return {
    picked,
    toggle: (target) =>
      setPicked(picked.has(target) ? without(picked, new Set([target])) : new Set([...picked, target])),
    forget: (targets) => setPicked((before) => without(before, targets)),
    numberOf,
  }
}

function without(picked: ReadonlySet<Target>, targets: ReadonlySet<Target>): ReadonlySet<Target> {
  return new Set([...picked].filter((one) => !targets.has(one)))
}
