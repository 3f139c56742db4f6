import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../../graphql.ts'
import { zoomOf } from '../../places/map/picker/place-values.ts'
import { roundedView, type UrlView } from './map-url.ts'

/** Zoom for a station: the streets around it. */
const NEAREST_ZOOM = 16

const document = graphql(/* GraphQL */ `
  query getNamedPlaces($keyword: String!) {
    resolveKeyword(keyword: $keyword) {
      kind
      areas { name position { lat lng } precision named }
      landmarks { name area position { lat lng } named }
    }
  }
`)

type Meaning = DataOf<typeof document>['resolveKeyword']

/** An area or landmark, and the view that shows it. */
export type NamedPlace = { name: string; view: UrlView }

type NamedPlaces = {
  /** All that the keyword may mean, with the areas around them. */
  places: NamedPlace[]
  /** The one that it surely means; null if none, and if several have that name. */
  meant: NamedPlace | null
}

/** The places that a keyword of the map names. */
export function namedPlacesQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['map_places', keyword],
    queryFn: async ({ signal }) =>
      namedPlaces((await request(execute, document, { keyword }, { signal })).resolveKeyword),
    staleTime: 600_000,
    retry: retryOnce,
  })
}

/** The places of a meaning, the likeliest first. */
export function namedPlaces(meaning: Meaning): NamedPlaces {
  const areas = meaning.areas.filter(({ named }) => named)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  const shown = [
    // '중구' alone would not say of which city.
    ...areas.map(({ name, position, precision }) => ({
      bare: name.slice(name.lastIndexOf(' ') + 1),
      name,
      isMeant: meaning.kind === 'area',
      view: roundedView({ ...position, zoom: zoomOf(precision, NEAREST_ZOOM) }),
    })),
    ...landmarks.map(({ name, area, position }) => ({
      bare: name,
      name: landmarks.filter((one) => one.name === name).length > 1 ? `${area} ${name}` : name,
      isMeant: meaning.kind === 'landmark',
      view: roundedView({ ...position, zoom: NEAREST_ZOOM }),
    })),
  ]
  const first = shown.find(({ isMeant }) => isMeant)
  const isOnly = shown.filter(({ bare }) => bare === first?.bare).length === 1
  return {
    places: shown.map(({ name, view }) => ({ name, view })),
    meant: first && isOnly ? { name: first.bare, view: first.view } : null,
  }
}
