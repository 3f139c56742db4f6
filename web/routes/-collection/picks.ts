import { useCallback, useState } from 'react'
import type { Position } from '#rules/position.ts'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import type { CollectionPage } from '../../posts/collections/collection-queries.ts'
import { usePostStates } from '../../store/use-store.ts'

export type Picks = {
  /** Posts and shops, in the order of the presses, with their positions as far as they are known. */
  picked: ReadonlyMap<Target, Position | null>
  /** How many places they are: two posts may be about one. */
  count: number
  toggle: (target: Target, at: Position | null) => void
  /** Takes some out of the choice. */
  forget: (targets: ReadonlySet<Target>) => void
  /** Place in the collection, from 1, of a post or its place, or of a shop; 0 if it is not there. */
  numberOf: (target: Target) => number
}

const NONE: Picks['picked'] = new Map()

/** The posts and shops that are chosen to be put into a collection. */
export function usePicks({ entries }: Pick<CollectionPage, 'entries'>): Picks {
  const [picked, setPicked] = useState(NONE)
  const stateOf = usePostStates()
  const placeOf = useCallback(
    (target: Target) => {
      const [kind, named = ''] = target.split(' ')
      return kind === 'post' ? stateOf(named).place : named
    },
    [stateOf],
  )
  const numberOf = useCallback(
    (target: Target) => {
      const place = placeOf(target)
      const isOf = ({ id, place_id }: (typeof entries)[number]) =>
        `post ${id}` === target || (place !== undefined && place_id === place)
      return entries.findIndex(isOf) + 1
    },
    [entries, placeOf],
  )
  return {
    picked,
    count: new Set([...picked.keys()].map((target) => placeOf(target) ?? target)).size,
    toggle: (target, at) =>
      setPicked(picked.has(target) ? without(picked, new Set([target])) : new Map([...picked, [target, at]])),
    forget: (targets) => setPicked((before) => without(before, targets)),
    numberOf,
  }
}

function without(picked: Picks['picked'], targets: ReadonlySet<Target>): Picks['picked'] {
  return new Map([...picked].filter(([one]) => !targets.has(one)))
}
