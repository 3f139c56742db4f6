import type { GetMapAreasQuery, GetMapAreasQueryVariables } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql<GetMapAreasQuery, GetMapAreasQueryVariables>(/* GraphQL */ `
  query getMapAreas($south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!) {
    getMapAreas(south: $south, west: $west, north: $north, east: $east, zoom: $zoom) {
      names { name lat lng }
      outlines
    }
  }
`)

export type MapAreas = GetMapAreasQuery['getMapAreas']

/** Names and borders of the areas in a view. */
export async function getMapAreas(execute: ExecuteGraphql, view: GetMapAreasQueryVariables): Promise<MapAreas> {
  return (await request(execute, document, view)).getMapAreas
}
