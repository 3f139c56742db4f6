import { type DataOf, type ExecuteGraphql, graphql, request, type VariablesOf } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getMapAreas($south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!) {
    getMapAreas(south: $south, west: $west, north: $north, east: $east, zoom: $zoom) {
      names { name lat lng }
      outlines
    }
  }
`)

export type MapAreas = DataOf<typeof document>['getMapAreas']

/** Names and borders of the areas in a view. */
export async function getMapAreas(execute: ExecuteGraphql, view: VariablesOf<typeof document>): Promise<MapAreas> {
  return (await request(execute, document, view)).getMapAreas
}
