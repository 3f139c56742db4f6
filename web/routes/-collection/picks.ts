import { useCallback, useState } from 'react'
import type { Position } from '#rules/position.ts'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import type { CollectionPage } from '../../posts/collections/collection-queries.ts'
import { usePostStates } from '../../store/use-store.ts'

export type PlacesToAdd = {
  /** The chosen posts and shops in the order in which they were chosen, with their positions where known. */
  picked: ReadonlyMap<Target, Position | null>
  /** Number of chosen places: two chosen posts may be about the same place. */
  count: number
  toggle: (target: Target, at: Position | null) => void
  /** Unchooses these posts and shops. */
  forget: (targets: ReadonlySet<Target>) => void
  /** Number, from 1, of the collection's entry for this shop, or for this post or its place; 0 if there is none. */
  numberOf: (target: Target) => number
}

const NONE: PlacesToAdd['picked'] = new Map()

/** State of the posts and shops that are chosen to be added to a collection. */
export function usePlacesToAdd({ entries }: Pick<CollectionPage, 'entries'>): PlacesToAdd {
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

function without(picked: PlacesToAdd['picked'], targets: ReadonlySet<Target>): PlacesToAdd['picked'] {
  return new Map([...picked].filter(([one]) => !targets.has(one)))
}
