import { queryOptions } from '@tanstack/react-query'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../../graphql.ts'
import { zoomForPrecision } from '../../places/map/picker/place-values.ts'
import { roundedView, type UrlView } from './map-url.ts'

/** Zoom for a station or a shop, which shows the streets around it. */
export const STREET_ZOOM = 16

const getNamedPlaces = graphql(/* GraphQL */ `
  query getNamedPlaces($keyword: String!) {
    resolveKeyword(keyword: $keyword) {
      kind
      correction
      otherWords
      areas { name position { lat lng } precision named }
      landmarks { name area position { lat lng } named }
    }
  }
`)

type Meaning = ResultOf<typeof getNamedPlaces>

export type NamedPlace = {
  name: string
  view: UrlView
  /** Whether the place is a point, unlike an area, and gets a pin in the middle of the view. */
  hasPin: boolean
  /** Whether the keyword was misspelt and corrected to this name. */
  isCorrected?: boolean
}

/** The areas and landmarks that a keyword names. */
export type NamedPlaces = {
  places: NamedPlace[]
  /** The place that the keyword means; null if it names none, or if several have that name. */
  meant: NamedPlace | null
  /** `correction` and `otherWords` are those of the API's `resolveKeyword`. */
  correction: string | null
  otherWords: string | null
}

export function namedPlacesQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['map_places', keyword],
    queryFn: async ({ signal }) => namedPlacesOf(await getNamedPlaces(execute, { keyword }, { signal })),
    staleTime: 600_000,
  })
}

type Place = { text: string; position: Position } & (
  | { kind: 'area'; precision: Meaning['areas'][number]['precision'] }
  | { kind: 'landmark' }
)

/** Converts a suggested area or landmark to a place with a view that shows all of it. */
export function toNamedPlace(place: Place): NamedPlace {
  const zoom = place.kind === 'area' ? zoomForPrecision(place.precision, STREET_ZOOM) : STREET_ZOOM
  return {
    name: place.text,
    view: roundedView({ ...place.position, zoom }),
    hasPin: place.kind === 'landmark',
  }
}

export function namedPlacesOf(meaning: Meaning): NamedPlaces {
  const areas = meaning.areas.filter(({ named }) => named)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  const places = [
    ...areas.map(({ name, ...area }) => ({
      ...toNamedPlace({ text: name, kind: 'area', ...area }),
      bare: name.slice(name.lastIndexOf(' ') + 1),
    })),
    ...landmarks.map(({ name, area, position }) => {
      const text = landmarks.filter((one) => one.name === name).length > 1 ? `${area} ${name}` : name
      return { ...toNamedPlace({ text, kind: 'landmark', position }), bare: name }
    }),
  ]
  const first = places.find(({ hasPin }) => meaning.kind === (hasPin ? 'landmark' : 'area'))
  const isOnly = places.filter(({ bare }) => bare === first?.bare).length === 1
  const meant = first && isOnly ? first : null
  return {
    places: places.map(({ bare: _, ...place }) => place),
    meant: meant && {
      name: meant.bare,
      view: meant.view,
      hasPin: meant.hasPin,
      ...(meaning.correction !== null && { isCorrected: true }),
    },
    correction: meaning.correction,
    otherWords: meaning.otherWords,
  }
}
