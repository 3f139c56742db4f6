import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PeopleList } from '#contract/schema.gen.ts'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getPeople($list: PeopleList!, $cursor: String) {
    getPeople(list: $list, cursor: $cursor) {
      data { handle username image about }
      nextCursor
    }
  }
`)

export type ListedPerson = DataOf<typeof document>['getPeople']['data'][number]

/** The signed-in person's own lists. */
export function peopleQuery(execute: ExecuteGraphql, list: PeopleList) {
  return infiniteQueryOptions({
    queryKey: ['people', list],
    queryFn: async ({ pageParam, signal }) =>
      (await request(execute, document, { list, cursor: pageParam }, { signal })).getPeople,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

const activeDocument = graphql(/* GraphQL */ `
  query getActiveAuthors {
    getActiveAuthors { handle username image about }
  }
`)

/** Whom the person may want to follow. They stay while the person chooses. */
export function activeAuthorsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['people', 'active'],
    queryFn: async ({ signal }) => (await request(execute, activeDocument, {}, { signal })).getActiveAuthors,
  })
}
