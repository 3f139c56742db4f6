import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../graphql.ts'
import { zoomOf } from '../../places/map/picker/place-values.ts'
import { type MapPosts, mapPostsQuery } from './map-posts.ts'
import { type MapSearch, roundedView, type UrlView } from './map-url.ts'
import { argumentsInKorea } from './map-view.ts'

/**
 * If a new keyword finds nothing in view, leads the map to the posts elsewhere in Korea that have it, or without any to the
 * place that it names.
 * @param found what was found for the keyword in the view, once it is known
 * @param on `onMove`: the map is led there; `onNothing`: no posts in view, and nowhere to lead
 * @returns that place while its view is shown, and a function that sets it when the map is reopened
 */
export function useNamedPlace(
  { keyword = '', lat, lng, zoom }: MapSearch,
  found: MapPosts | undefined,
  on: { onMove: () => void; onNothing: () => void },
): { reached: NamedPlace | null; setReached: (place: NamedPlace | null) => void } {
  const execute = useGraphql()
  const navigate = useNavigate({ from: '/map' })
  const [reached, setReached] = useState<NamedPlace | null>(null)
  const latest = useRef(on)
  latest.current = on
  const isMissing = keyword !== '' && found?.count === 0
  const { data: named, isError: isUnknown } = useQuery({ ...namedPlacesQuery(execute, keyword), enabled: isMissing })
  const meant = (isMissing && named?.meant) || null
  // A keyword that has been answered is looked for in the view alone: somebody pans with it.
  const [answered, setAnswered] = useState(keyword)
  const isNew = keyword !== answered
  if (found && found.count > 0 && isNew) setAnswered(keyword)
  const isNameless = isMissing && isNew && named?.places.length === 0
  const asksKorea = meant !== null || isNameless
  const { data: inKorea, isError: isUnknownInKorea } = useQuery({
    ...mapPostsQuery(execute, argumentsInKorea(keyword)),
    enabled: asksKorea,
  })
  const target = inKorea?.count === 0 ? meant : null
  const isElsewhere = asksKorea && isNew && (inKorea?.count ?? 0) > 0
  useEffect(() => {
    if (!isElsewhere) return
    setAnswered(keyword)
    // Without a view the map shows all that is found.
    const search = ({ lat: _lat, lng: _lng, zoom: _zoom, ...others }: MapSearch) => others
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }, [isElsewhere, keyword, navigate])
  useEffect(() => {
    if (!target) return
    setReached(target)
    latest.current.onMove()
    const search = ({ keyword: _dropped, ...others }: MapSearch) => ({ ...others, ...target.view })
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }, [target, navigate])
  const isNowhere =
    isMissing &&
    !target &&
    !isElsewhere &&
    (isUnknown || isUnknownInKorea || (named !== undefined && (!asksKorea || inKorea !== undefined)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for another keyword
  useEffect(() => {
    if (isNowhere) latest.current.onNothing()
  }, [isNowhere, keyword])
  const isThere =
    keyword === '' && reached?.view.lat === lat && reached?.view.lng === lng && reached?.view.zoom === zoom
  return { reached: isThere ? reached : null, setReached }
}

/** Zoom for a station: the streets around it. */
const NEAREST_ZOOM = 16

const getNamedPlaces = graphql(/* GraphQL */ `
  query getNamedPlaces($keyword: String!) {
    resolveKeyword(keyword: $keyword) {
      kind
      areas { name position { lat lng } precision named }
      landmarks { name area position { lat lng } named }
    }
  }
`)

type Meaning = ResultOf<typeof getNamedPlaces>

/** An area or landmark, and the view that shows it. */
export type NamedPlace = {
  name: string
  view: UrlView
  /** A landmark, which is in the middle of the view. */
  isLandmark: boolean
}

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
    queryFn: async ({ signal }) => namedPlaces(await getNamedPlaces(execute, { keyword }, { signal })),
    staleTime: 600_000,
  })
}

type Place = { text: string; position: Position } & (
  | { kind: 'area'; precision: Meaning['areas'][number]['precision'] }
  | { kind: 'landmark' }
)

/** A place that is suggested or offered, near enough to be seen whole. */
export function placeOf(place: Place): NamedPlace {
  const zoom = place.kind === 'area' ? zoomOf(place.precision, NEAREST_ZOOM) : NEAREST_ZOOM
  return {
    name: place.text,
    view: roundedView({ ...place.position, zoom }),
    isLandmark: place.kind === 'landmark',
  }
}

/** The places of a meaning, the likeliest first. */
export function namedPlaces(meaning: Meaning): NamedPlaces {
  const areas = meaning.areas.filter(({ named }) => named)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  const places = [
    // '중구' alone would not say of which city.
    ...areas.map(({ name, ...area }) => ({
      ...placeOf({ text: name, kind: 'area', ...area }),
      bare: name.slice(name.lastIndexOf(' ') + 1),
    })),
    ...landmarks.map(({ name, area, position }) => {
      const text = landmarks.filter((one) => one.name === name).length > 1 ? `${area} ${name}` : name
      return { ...placeOf({ text, kind: 'landmark', position }), bare: name }
    }),
  ]
  const first = places.find(({ isLandmark }) => meaning.kind === (isLandmark ? 'landmark' : 'area'))
  const isOnly = places.filter(({ bare }) => bare === first?.bare).length === 1
  return {
    places: places.map(({ bare: _, ...place }) => place),
    meant: first && isOnly ? { name: first.bare, view: first.view, isLandmark: first.isLandmark } : null,
  }
}
