import type { ReverseGeocodeQuery, ReverseGeocodeQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<ReverseGeocodeQuery, ReverseGeocodeQueryVariables>(/* GraphQL */ `
  query reverseGeocode($lat: Float!, $lng: Float!) {
    reverseGeocode(lat: $lat, lng: $lng) { address_name }
  }
`)

/** In which area a position lies; null in the sea and abroad. */
export async function reverseGeocode(
  execute: ExecuteGraphql,
  position: ReverseGeocodeQueryVariables,
): Promise<ReverseGeocodeQuery['reverseGeocode']> {
  return (await request(execute, document, { lat: position.lat, lng: position.lng })).reverseGeocode
}
