import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ChevronRight } from '../kit/icons.gen.ts'
import { PLACE_ZOOM } from './map/provider.ts'

type PlaceLinkProps = {
  className: string
  name: string
  place: { place_id: string | null; lat: number | null; lng: number | null }
}

/** Link of a saved place whose post is deleted: to the place's page or its position on the map; null without either. */
export function PlaceLink({ className, name, place: { place_id, lat, lng } }: PlaceLinkProps) {
  const common = { className, 'aria-label': `‘${name}’ 장소 보기` }
  const content = (
    <>
      장소 보기
      <ChevronRight className="icon icon-s" />
    </>
  )
  if (place_id) {
    return (
      <Link to={paths.place} params={{ id: place_id }} {...common}>
        {content}
      </Link>
    )
  }
  if (lat === null || lng === null) return null
  return (
    <Link to={paths.map} search={{ lat, lng, zoom: PLACE_ZOOM }} {...common}>
      {content}
    </Link>
  )
}
