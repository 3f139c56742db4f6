import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getAuthor($handle: ID!) {
    getAuthor(handle: $handle) { handle username image about since posts likesReceived followers following }
  }
`)

export type Author = DataOf<typeof document>['getAuthor']

/** A member as others see them. Whether the reader follows them is in the reader's state. */
export function authorQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['author', handle],
    queryFn: async ({ signal }) => (await request(execute, document, { handle }, { signal })).getAuthor,
    staleTime: 0,
  })
}

const pinsDocument = graphql(/* GraphQL */ `
  query getAuthorPins($handle: ID!) {
    getAuthor(handle: $handle) { pins { post title lat lng } }
  }
`)

/** Where the posts of an author are. */
export function authorPinsQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['author', handle, 'pins'],
    queryFn: async ({ signal }) => (await request(execute, pinsDocument, { handle }, { signal })).getAuthor.pins,
  })
}
