import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isLandmark, STREET } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import type { ExecuteGraphql, ResultOf } from '../../graphql.ts'
import { isShop, zoomForPrecision } from '../../places/map/picker/place-values.ts'
import { geocode, searchPlaces } from '../../places/place-query.ts'
import { roundedView, type UrlView } from './map-url.ts'
import { type NamedPlace, type NamedPlaces, NEAREST_ZOOM, namedPlacesQuery } from './named-places.ts'

type Result = ResultOf<typeof searchPlaces>[number]
type Address = ResultOf<typeof geocode>

export type OfferedPlace = { place: NamedPlace; label: string }

export type FoundPlaces = {
  /** The first ones, with their addresses where the names alone would not tell them apart. */
  offered: OfferedPlace[]
  /** The address, or the shop beside a named place, that the keyword surely means. */
  sure: NamedPlace | null
  /** Several cities have the address, so the keyword means no area. */
  isAddress: boolean
}

const MOST_OFFERED = 3

/** From this zoom on a view shows a city, and places near its middle come first. */
const NEAR_ZOOM = 10

/** Shops and addresses for a keyword of the map; in a view of a city or less, the nearest to its middle first. */
export function foundPlacesQuery(client: QueryClient, execute: ExecuteGraphql, keyword: string, view: UrlView) {
  const { lat, lng } = view.zoom < NEAR_ZOOM ? { lat: null, lng: null } : view
  return queryOptions({
    queryKey: ['map_found_places', keyword, lat, lng],
    queryFn: async ({ signal }): Promise<FoundPlaces> => {
      const [named, results, address] = await Promise.all([
        client.fetchQuery(namedPlacesQuery(execute, keyword)),
        searchPlaces(execute, { keyword, lat, lng }, { signal }),
        mayBeAddress(keyword) ? geocode(execute, { address: keyword }, { signal }) : null,
      ])
      const exact = address && placeOfAddress(address)
      return {
        offered: offeredPlaces(named, results, exact),
        sure: exact?.place ?? shopBeside(named, results),
        isAddress: results.some(isNumberOnStreet),
      }
    },
    staleTime: 600_000,
  })
}

/** A number behind the name of a road needs no space: '테헤란로10'. */
function mayBeAddress(keyword: string): boolean {
  return hasHouseNumber(keyword) || /[로길]\d+(?:-\d+)?$/.test(keyword)
}

/** Null if no more than its area is known. */
export function placeOfAddress({ position, address_name, precision, road }: NonNullable<Address>): OfferedPlace | null {
  if ((precision !== 'building' && precision !== 'road') || !hasHouseNumber(address_name)) return null
  const words = address_name.split(' ')
  const roadAt = words.findLastIndex((word) => /[로길]$/.test(word))
  const isAnywhere = road.length > 0
  const zoom = zoomForPrecision(isAnywhere ? 'road' : null, NEAREST_ZOOM)
  return {
    place: {
      name: words.slice(roadAt === -1 ? -2 : roadAt).join(' '),
      view: roundedView({ ...position, zoom }),
      hasPin: !isAnywhere,
    },
    label: address_name,
  }
}

/** The address and the first results, without those that the keyword names. */
export function offeredPlaces(
  { places }: Pick<NamedPlaces, 'places'>,
  results: readonly Result[],
  address: OfferedPlace | null,
): OfferedPlace[] {
  const isKnown = (result: Result) => places.some((place) => isSame(place, result))
  const isAmbiguous = ({ place_name: name }: Result) =>
    results.filter(({ place_name }) => place_name === name).length > 1 || places.some((place) => isNamed(place, name))
  const found = results
    .filter((result) => !isKnown(result))
    .map((result) => ({
      place: placeOfResult(result),
      label: isAmbiguous(result) ? longName(result) : result.place_name,
    }))
  const all = address ? [address, ...found] : found
  return all.filter(({ label }, index) => all.findIndex((one) => one.label === label) === index).slice(0, MOST_OFFERED)
}

/** Metres between the middles of one area or landmark in two lists, which may name it differently. */
const SAME_MIDDLE = 100
/** The middles of an area differ more. */
const SAME_NAME = 5000

function isSame(place: NamedPlace, result: Result): boolean {
  const away = metresBetween(place.view, result.position)
  return away < SAME_NAME && (isNamed(place, result.place_name) || (away < SAME_MIDDLE && !isShopFound(result)))
}

function isShopFound({ precision, category }: Result): boolean {
  return isShop({ precision, category, isLandmark: isLandmark(category) })
}

/** '서울 마포구' is the one named '마포구'. */
function isNamed({ name }: NamedPlace, bare: string): boolean {
  return ` ${name}`.endsWith(` ${bare}`)
}

function longName({ place_name, address_name }: Result): string {
  return ` ${address_name}`.endsWith(` ${place_name}`)
    ? address_name
    : [place_name, address_name].filter((part) => part !== '').join(' · ')
}

function placeOfResult(result: Result): NamedPlace {
  const { place_name, position, precision } = result
  const isPoint = precision === null || isShopFound(result)
  const zoom = isPoint ? NEAREST_ZOOM : zoomForPrecision(precision, NEAREST_ZOOM)
  return { name: place_name, view: roundedView({ ...position, zoom }), hasPin: isPoint || isNumberOnStreet(result) }
}

function isNumberOnStreet({ category, place_name }: Result): boolean {
  return category === STREET && hasHouseNumber(place_name)
}

/** Maximum distance of a near shop in metres: from a station or the middle of a 동, and from the middle of a larger area. */
const BESIDE = 1500
const BESIDE_DISTRICT = 15_000
/** Farther away a view shows more than a 동. */
const DONG_ZOOM = 14

/** The shop that the server finds first beside the place that is meant, as for '스타벅스 강남역'; in an area the only one. */
export function shopBeside({ meant }: Pick<NamedPlaces, 'meant'>, results: readonly Result[]): NamedPlace | null {
  if (!meant) return null
  const reach = meant.view.zoom < DONG_ZOOM ? BESIDE_DISTRICT : BESIDE
  const isBeside = (one: Result) => isShopFound(one) && metresBetween(meant.view, one.position) <= reach
  const [first, ...others] = results
  if (!first || !isBeside(first)) return null
  return meant.hasPin || !others.some(isBeside) ? placeOfResult(first) : null
}
