import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths } from '#rules/paths.ts'
import { type Author, authorPinsQuery } from '../../authors/people.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { useDeleted } from '../../kit/delete-later.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { MapBox } from '../../places/map/map-box.tsx'
import type { Marker } from '../../places/map/provider.ts'
import { viewOfAll } from '../../places/map/visible-area.ts'

/** The places of an author's posts; each pin leads to its post. */
export function AuthorMap({ author: { handle, username } }: { author: Author }) {
  const navigate = useNavigate()
  const { data, error } = useQuery(authorPinsQuery(useGraphql(), handle))
  const deleted = useDeleted()
  const pins = useMemo(() => data?.filter(({ post }) => !deleted.has(`post ${post}`)), [data, deleted])
  const markers = useMemo<Marker[]>(
    () =>
      (pins ?? []).map(({ post, title, lat, lng }) => ({
        key: post,
        position: { lat, lng },
        text: '',
        label: title ?? '글',
        name: title ?? '',
        shape: 'pin',
      })),
    [pins],
  )
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!pins) return <div className="author-map" />
  if (pins.length === 0) {
    return (
      <EmptyState art="map" inFeed title="지도에 보여 줄 곳이 없어요" text="위치를 적은 글이 아직 없어요.">
        {null}
      </EmptyState>
    )
  }
  return (
    <div className="author-map">
      <MapBox
        label={`${username}님의 맛집 지도`}
        start={() => viewOfAll(pins, document.querySelector('.author-map'))}
        markers={markers}
        focusable
        onMarker={(id) => void navigate({ to: paths.post, params: { id } })}
      />
    </div>
  )
}
