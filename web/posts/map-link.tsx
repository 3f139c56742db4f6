import { Link } from '@tanstack/react-router'
import { Map as MapIcon } from 'lucide-react'
import { paths } from '#rules/paths.ts'

/** The same posts on a map. */
export function MapLink({ keyword }: { keyword?: string }) {
  return (
    <Link to={paths.map} search={keyword ? { keyword } : {}} preload={false} className="map-link">
      <MapIcon className="icon icon-s" aria-hidden="true" />
      <span>지도</span>
    </Link>
  )
}
