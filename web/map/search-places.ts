import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {
    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {
      position { lat lng } place_name address_name rate distance
    }
  }
`)

/** Places and areas with all words of the keyword. */
export async function searchPlaces(
  execute: ExecuteGraphql,
  variables: VariablesOf<typeof document>,
): Promise<DataOf<typeof document>['searchPlaces']> {
  return (await request(execute, document, variables)).searchPlaces
}
