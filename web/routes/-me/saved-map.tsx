import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { useDeleted } from '../../kit/delete-later.ts'
import { Drawing, RetryButton } from '../../kit/empty-state.tsx'
import { PinMap } from '../../places/map/pin-map.tsx'
import type { Facts } from '../../posts/lists/list-search.ts'
import type { Tab } from './me-tools.tsx'
import { savedPinsQuery } from './saved-queries.ts'

type SavedMapProps = { tab: Tab; keyword: string; facts: Facts }

/** A list's places on a map, each a pin in the list's colour. */
export function SavedMap({ tab, keyword, facts }: SavedMapProps) {
  const { data, isError, refetch } = useQuery(savedPinsQuery(useGraphql(), { list: tab.list, keyword, facts }))
  const deleted = useDeleted()
  const pins = useMemo(() => data?.filter(({ post }) => !deleted.has(`post ${post}`)), [data, deleted])
  if (isError && !pins) {
    return (
      <div className="me-map-note" role="alert">
        <p>지도를 불러오지 못했어요.</p>
        <RetryButton look="outline" small onPress={() => void refetch()} />
      </div>
    )
  }
  if (!pins) return <div className="me-map-note" aria-busy="true" />
  if (pins.length === 0) {
    return (
      <div className="me-map-note">
        <Drawing name="map" isSmall />
        <p>위치가 있는 곳이 아직 없어요.</p>
        <Link to={paths.map} className="btn btn-outline btn-small">
          지도에서 보기
        </Link>
      </div>
    )
  }
  return <PinMap label={`${tab.name} 지도`} frame=".me-map" pins={pins} mark={tab.mark} />
}
