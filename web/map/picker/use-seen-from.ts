import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { seenFrom } from '#rules/where.ts'
import { useGraphql } from '../../kit/use-graphql.ts'
import { nearestLandmark } from '../place-queries.ts'
import type { Position } from '../provider.ts'

/** A pin can be set to about ten metres. */
const STEP = 10

/** Where a pin lies, in words: '망원역에서 북동쪽으로 350m'. Empty without a pin, until it is known, and if it is not. */
export function useSeenFrom(pin: Position | null): string {
  const execute = useGraphql()
  const { data } = useQuery({
    queryKey: ['nearest_landmark', pin?.lat, pin?.lng],
    queryFn: () => (pin ? nearestLandmark(execute, pin) : null),
    enabled: pin !== null,
    placeholderData: keepPreviousData,
    // Only a help: the pin is set without it.
    retry: false,
  })
  return pin && data ? seenFrom({ name: data.name, ...data.position }, pin, STEP) : ''
}
