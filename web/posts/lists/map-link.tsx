import { Link } from '@tanstack/react-router'
import { readNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { filtersOf, type ListSearch } from './list-search.ts'

/** Some streets around a position, as far as people walk for a meal. */
const NEAR_ZOOM = 15

/** The same posts on a map, around the position of a list by distance. */
export function MapLink({ keyword, search }: { keyword?: string; search: ListSearch }) {
  const near = readNear(search.near)
  return (
    <Link
      to={paths.map}
      search={{ ...(keyword && { keyword }), ...(near && { ...near, zoom: NEAR_ZOOM }), ...filtersOf(search) }}
      preload={false}
      className="tool-link map-link"
    >
      <PageIcon name="map" className="icon icon-s" />
      <span>지도</span>
    </Link>
  )
}
