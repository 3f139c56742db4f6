import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query reverseGeocode($lat: Float!, $lng: Float!) {
    reverseGeocode(lat: $lat, lng: $lng) { address_name }
  }
`)

/** In which area a position lies; null in the sea and abroad. */
export async function reverseGeocode(
  execute: ExecuteGraphql,
  position: VariablesOf<typeof document>,
): Promise<DataOf<typeof document>['reverseGeocode']> {
  return (await request(execute, document, { lat: position.lat, lng: position.lng })).reverseGeocode
}
