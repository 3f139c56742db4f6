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
import { boundsOf, type DrawnMap, type Marker, PLACE_ZOOM } from '../../places/map/provider.ts'

/** A single place is shown from this near. */
const NEAREST_ZOOM = 16

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
  const [first] = pins
  if (!first) {
    return (
      <EmptyState art="map" inFeed title="지도에 보여 줄 곳이 없어요" text="위치를 적은 글이 아직 없어요.">
        {null}
      </EmptyState>
    )
  }
  const show = (map: DrawnMap | null) => map?.fitBounds(boundsOf(pins), NEAREST_ZOOM)
  return (
    <div className="author-map">
      <MapBox
        label={`${username}님의 맛집 지도`}
        start={() => ({ center: first, zoom: PLACE_ZOOM })}
        markers={markers}
        focusable
        onMap={show}
        onMarker={(id) => void navigate({ to: paths.post, params: { id } })}
      />
    </div>
  )
}
