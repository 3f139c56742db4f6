import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { type ExecuteGraphql, retryOnce } from '../../graphql.ts'
import { useGraphql } from '../../kit/use-graphql.ts'
import { zoomOf } from '../../map/picker/place-values.ts'
import { searchPlaces } from '../../map/place-queries.ts'
import { filtersOf } from '../../posts/list-search.ts'
import { MOST_AREAS, placesNamedBy } from '../-search/search-hints.ts'
import { type MapSearch, roundedView } from './map-address.ts'

/** Zoom for a station: the streets around it. */
const NEAREST_ZOOM = 16

type MapPlacesProps = {
  keyword: string
  search: MapSearch
  /** Called when a link moves the map, which the sheet would cover. */
  onMove: () => void
}

/** Links that move the map to the areas and the station that a keyword names; nothing if it names none. */
export function MapPlaces({ keyword, search, onMove }: MapPlacesProps) {
  const { data: places = [] } = useQuery(placesQuery(useGraphql(), keyword))
  if (places.length === 0) return null
  return (
    <nav className="map-places" aria-labelledby="map-places">
      <p id="map-places">지도를 이곳으로 옮길까요?</p>
      <ul className="areas areas-row">
        {places.map(({ name, view }) => (
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

function placesQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['map_places', keyword],
    queryFn: async () => {
      const { areas, place } = placesNamedBy(keyword, await searchPlaces(execute, { keyword }))
      return [...areas.slice(0, MOST_AREAS), ...(place ? [place] : [])].map((one) => ({
        // '중구' alone would not say of which city.
        name: one === place ? one.place_name : one.address_name,
        view: roundedView({ ...one.position, zoom: zoomOf(one.precision, NEAREST_ZOOM) }),
      }))
    },
    staleTime: 600_000,
    retry: retryOnce,
  })
}
