import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce, type VariablesOf } from '../../graphql.ts'

const searchPlacesDocument = graphql(/* GraphQL */ `
  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {
    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {
      position { lat lng } place_name address_name category precision rate distance
    }
  }
`)

/** Places and areas with all words of the keyword. */
export async function searchPlaces(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof searchPlacesDocument>,
): Promise<DataOf<typeof searchPlacesDocument>['searchPlaces']> {
  return (await request(execute, searchPlacesDocument, variables)).searchPlaces
}

const geocodeDocument = graphql(/* GraphQL */ `
  query geocode($address: String!) {
    geocode(address: $address) { position { lat lng } address_name precision radius road { lat lng } }
  }
`)

export async function geocode(
  execute: ExecuteGraphql,
  address: string,
): Promise<DataOf<typeof geocodeDocument>['geocode']> {
  return (await request(execute, geocodeDocument, { address })).geocode
}

const reverseGeocodeDocument = graphql(/* GraphQL */ `
  query reverseGeocode($lat: Float!, $lng: Float!) {
    reverseGeocode(lat: $lat, lng: $lng) { address_name road_address }
  }
`)

/** The area of a position and its nearest address by road; null in the sea and abroad. */
export async function reverseGeocode(
  execute: ExecuteGraphql,
  position: VariablesOf<typeof reverseGeocodeDocument>,
): Promise<DataOf<typeof reverseGeocodeDocument>['reverseGeocode']> {
  return (await request(execute, reverseGeocodeDocument, { lat: position.lat, lng: position.lng })).reverseGeocode
}

const landmarkDocument = graphql(/* GraphQL */ `
  query getNearestLandmark($lat: Float!, $lng: Float!) {
    getNearestLandmark(lat: $lat, lng: $lng) { name position { lat lng } }
  }
`)

/** The station, market or sight by which people would describe a position; null if none is near. */
export async function nearestLandmark(
  execute: ExecuteGraphql,
  { lat, lng }: VariablesOf<typeof landmarkDocument>,
): Promise<DataOf<typeof landmarkDocument>['getNearestLandmark']> {
  return (await request(execute, landmarkDocument, { lat, lng })).getNearestLandmark
}

const suggestPlacesDocument = graphql(/* GraphQL */ `
  query getPlaceSuggestions($keyword: String!) {
    resolveKeyword(keyword: $keyword) { suggestions }
  }
`)

/** Other keywords for a keyword that finds nothing, the likeliest first. */
export async function suggestPlaces(execute: ExecuteGraphql, keyword: string): Promise<string[]> {
  return (await request(execute, suggestPlacesDocument, { keyword })).resolveKeyword.suggestions
}

const attributionsDocument = graphql(/* GraphQL */ `
  query getPlaceAttributions {
    getPlaceAttributions { source text url }
  }
`)

/** The attributions that every map must show. */
export function placeAttributionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['place_attributions'],
    queryFn: async ({ signal }) => (await request(execute, attributionsDocument, {}, { signal })).getPlaceAttributions,
    staleTime: 600_000,
    retry: retryOnce,
  })
}
