import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Author, authorPinsQuery } from '../../authors/people.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { PinMap } from '../../places/map/pin-map.tsx'
import { useDeletedNames } from '../../store/use-store.ts'

export function AuthorMap({ author: { handle, username } }: { author: Author }) {
  const { data, error } = useQuery(authorPinsQuery(useGraphql(), handle))
  const deleted = useDeletedNames()
  const pins = useMemo(() => data?.filter(({ post }) => !deleted.has(`post ${post}`)), [data, deleted])
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!pins) return <div className="author-map" />
  if (pins.length === 0) {
    return (
      <EmptyState art="map" inFeed title="지도에 보여 줄 곳이 없어요" text="위치가 등록된 글이 아직 없어요.">
        {null}
      </EmptyState>
    )
  }
  return (
    <div className="author-map">
      <PinMap label={`${username}님의 맛집 지도`} frameSelector=".author-map" pins={pins} />
    </div>
  )
}
