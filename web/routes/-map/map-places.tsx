import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { filtersOf } from '../../posts/lists/list-search.ts'
import type { MapSearch } from './map-url.ts'
import { namedPlacesQuery } from './named-places.ts'

type MapPlacesProps = {
  keyword: string
  search: MapSearch
  /** Called when a link moves the map, which the sheet would cover. */
  onMove: () => void
}

/** Links that move the map to the areas and the station that a keyword names; nothing if it names none. */
export function MapPlaces({ keyword, search, onMove }: MapPlacesProps) {
  const { data } = useQuery(namedPlacesQuery(useGraphql(), keyword))
  if (!data || data.places.length === 0) return null
  return (
    <nav className="map-places" aria-labelledby="map-places">
      <p id="map-places">지도를 이곳으로 옮길까요?</p>
      <ul className="areas areas-row">
        {data.places.map(({ name, view }) => (
          <li key={name}>
            <Link to={paths.map} search={{ ...view, ...filtersOf(search) }} className="area" onClick={onMove}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
