import { Link } from '@tanstack/react-router'
import { Map as MapIcon } from 'lucide-react'
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
      <MapIcon className="icon icon-s" aria-hidden="true" />
      <span>지도</span>
    </Link>
  )
}
