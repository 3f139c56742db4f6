import MapIcon from 'virtual:icon/map'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { filtersOf, type ListSearch } from './list-search.ts'

/** The same posts on a map. */
export function MapLink({ keyword, search }: { keyword?: string; search: ListSearch }) {
  return (
    <Link
      to={paths.map}
      search={{ ...(keyword && { keyword }), ...filtersOf(search) }}
      preload={false}
      className="tool-link map-link"
    >
      <MapIcon className="icon icon-s" />
      <span>지도</span>
    </Link>
  )
}
