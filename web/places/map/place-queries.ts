import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'

/** Places and areas with all words of the keyword. */
export const searchPlaces = graphql(/* GraphQL */ `
  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {
    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {
      position { lat lng } place_name address_name category precision rate distance
    }
  }
`)

export const geocode = graphql(/* GraphQL */ `
  query geocode($address: String!) {
    geocode(address: $address) { position { lat lng } address_name precision radius road { lat lng } }
  }
`)

/** The area of a position and its nearest address by road; null in the sea and abroad. */
export const reverseGeocode = graphql(/* GraphQL */ `
  query reverseGeocode($lat: Float!, $lng: Float!) {
    reverseGeocode(lat: $lat, lng: $lng) { address_name road_address }
  }
`)

/** The station, market or sight by which people would describe a position; null if none is near. */
export const getNearestLandmark = graphql(/* GraphQL */ `
  query getNearestLandmark($lat: Float!, $lng: Float!) {
    getNearestLandmark(lat: $lat, lng: $lng) { name position { lat lng } }
  }
`)

const getPlaceSuggestions = graphql(/* GraphQL */ `
  query getPlaceSuggestions($keyword: String!) { resolveKeyword(keyword: $keyword) { suggestions } }
`)

/** Other keywords for a keyword that finds nothing, the likeliest first. */
export async function suggestPlaces(execute: ExecuteGraphql, keyword: string): Promise<string[]> {
  return (await getPlaceSuggestions(execute, { keyword })).suggestions
}

const getPlaceAttributions = graphql(/* GraphQL */ `
  query getPlaceAttributions { getPlaceAttributions { source text url } }
`)

/** The attributions that every map must show. */
export function placeAttributionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['place_attributions'],
    queryFn: ({ signal }) => getPlaceAttributions(execute, {}, { signal }),
    staleTime: 600_000,
  })
}
