import type { GeocodeQuery, GeocodeQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<GeocodeQuery, GeocodeQueryVariables>(/* GraphQL */ `
  query geocode($address: String!) {
    geocode(address: $address) { position { lat lng } address_name precision_label }
  }
`)

/** Where an address is, as far as it is known. */
export async function geocode(execute: ExecuteGraphql, address: string): Promise<GeocodeQuery['geocode']> {
  return (await request(execute, document, { address })).geocode
}
