import type { SearchPlacesQuery, SearchPlacesQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<SearchPlacesQuery, SearchPlacesQueryVariables>(/* GraphQL */ `
  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {
    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {
      position { lat lng } place_name address_name rate distance
    }
  }
`)

/** Places and areas with all words of the keyword. */
export async function searchPlaces(
  execute: ExecuteGraphql,
  variables: SearchPlacesQueryVariables,
): Promise<SearchPlacesQuery['searchPlaces']> {
  return (await request(execute, document, variables)).searchPlaces
}
