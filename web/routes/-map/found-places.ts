import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isLandmarkCategory, STREET_CATEGORY } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import type { ExecuteGraphql, ResultOf } from '../../graphql.ts'
import { isShop, zoomForPrecision } from '../../places/map/picker/place-values.ts'
import { geocode, searchPlaces } from '../../places/place-query.ts'
import { roundedView, type UrlView } from './map-url.ts'
import { type NamedPlace, type NamedPlaces, namedPlacesQuery, STREET_ZOOM } from './named-places.ts'

type Result = ResultOf<typeof searchPlaces>[number]
type Address = ResultOf<typeof geocode>

/** A place to which a link offers to move the map, with the link's text. */
export type OfferedPlace = { place: NamedPlace; label: string }

export type FoundPlaces = {
  /** The first places found, labelled with their addresses too where several have the same name. */
  offered: OfferedPlace[]
  /** The address or the shop that the keyword names unambiguously, such as '스타벅스 강남역'. */
  sure: NamedPlace | null
  /** Whether street addresses were found. The keyword then means one of them, and no area. */
  isAddress: boolean
}

const MOST_OFFERED = 3

/** Lowest zoom at which a view shows at most a city. There, places near its middle come first. */
const NEAR_ZOOM = 10

/** Shops and addresses that a map keyword finds; in a view of a city or less, the nearest to its middle first. */
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
      const exact = address && offeredPlaceOfAddress(address)
      return {
        offered: selectOfferedPlaces(named, results, exact),
        sure: exact?.place ?? findShopBeside(named, results),
        isAddress: results.some(isNumberOnStreet),
      }
    },
    staleTime: 600_000,
  })
}

/** Whether a keyword has a house number, which may follow the road's name without a space: '테헤란로10'. */
function mayBeAddress(keyword: string): boolean {
  return hasHouseNumber(keyword) || /[로길]\d+(?:-\d+)?$/.test(keyword)
}

/** A geocoded address as a place to offer; null if only its area is known. */
export function offeredPlaceOfAddress({
  position,
  address_name,
  precision,
  road,
}: NonNullable<Address>): OfferedPlace | null {
  if ((precision !== 'building' && precision !== 'road') || !hasHouseNumber(address_name)) return null
  const words = address_name.split(' ')
  const roadAt = words.findLastIndex((word) => /[로길]$/.test(word))
  const isAnywhere = road.length > 0
  const zoom = zoomForPrecision(isAnywhere ? 'road' : null, STREET_ZOOM)
  return {
    place: {
      name: words.slice(roadAt === -1 ? -2 : roadAt).join(' '),
      view: roundedView({ ...position, zoom }),
      hasPin: !isAnywhere,
    },
    label: address_name,
  }
}

/** The address and the first results, without those that `places` contains already. */
export function selectOfferedPlaces(
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

/** A place and a result with different names are the same area or landmark if their middles are closer than this, in metres. */
const SAME_WITHIN_METRES = 100
/** With the same name they may be farther apart, in metres: sources disagree about the middle of an area. */
const SAME_NAME_WITHIN_METRES = 5000

function isSame(place: NamedPlace, result: Result): boolean {
  const away = metresBetween(place.view, result.position)
  return (
    away < SAME_NAME_WITHIN_METRES &&
    (isNamed(place, result.place_name) || (away < SAME_WITHIN_METRES && !isShopFound(result)))
  )
}

function isShopFound({ precision, category }: Result): boolean {
  return isShop({ precision, category, isLandmark: isLandmarkCategory(category) })
}

/** Whether a place has this name, perhaps after a larger area's: '서울 마포구' is '마포구'. */
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
  const zoom = isPoint ? STREET_ZOOM : zoomForPrecision(precision, STREET_ZOOM)
  return { name: place_name, view: roundedView({ ...position, zoom }), hasPin: isPoint || isNumberOnStreet(result) }
}

function isNumberOnStreet({ category, place_name }: Result): boolean {
  return category === STREET_CATEGORY && hasHouseNumber(place_name)
}

/** Maximum distance in metres of a shop beside a place: from a landmark or the middle of a 동, and from that of a larger area. */
const BESIDE_METRES = 1500
const BESIDE_DISTRICT_METRES = 15_000
/** Lowest zoom of the view of a landmark or a 동; that of a larger area is lower. */
const DONG_ZOOM = 14

/** The first result if it is a shop beside the named place, as for '스타벅스 강남역'; in an area only if no other shop is found there. */
export function findShopBeside({ meant }: Pick<NamedPlaces, 'meant'>, results: readonly Result[]): NamedPlace | null {
  if (!meant) return null
  const reach = meant.view.zoom < DONG_ZOOM ? BESIDE_DISTRICT_METRES : BESIDE_METRES
  const isBeside = (one: Result) => isShopFound(one) && metresBetween(meant.view, one.position) <= reach
  const [first, ...others] = results
  if (!first || !isBeside(first)) return null
  return meant.hasPin || !others.some(isBeside) ? placeOfResult(first) : null
}
