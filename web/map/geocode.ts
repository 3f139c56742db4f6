import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query geocode($address: String!) {
    geocode(address: $address) { position { lat lng } address_name precision_label }
  }
`)

/** Where an address is, as far as it is known. */
export async function geocode(execute: ExecuteGraphql, address: string): Promise<DataOf<typeof document>['geocode']> {
  return (await request(execute, document, { address })).geocode
}
