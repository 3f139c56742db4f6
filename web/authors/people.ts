import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PeopleList } from '#contract/schema.gen.ts'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'
import { dropLoadedData } from '../reader/change-viewer.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetScreens } from '../storage/kept-screens.ts'

const authorDocument = graphql(/* GraphQL */ `
  query getAuthor($handle: ID!) {
    getAuthor(handle: $handle) { handle username image about since posts likesReceived followers following }
  }
`)

export type Author = DataOf<typeof authorDocument>['getAuthor']

/** A member as others see them. Whether the reader follows them is in the reader's state. */
export function authorQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['author', handle],
    queryFn: async ({ signal }) => (await request(execute, authorDocument, { handle }, { signal })).getAuthor,
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

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

const followDocument = graphql(/* GraphQL */ `
  mutation followUser($handle: ID!, $follow: Boolean!) {
    followUser(handle: $handle, follow: $follow) { count }
  }
`)

let lastFollow: Promise<unknown> = Promise.resolve()

/** Shows what has been written since; a follow that is shown but not answered yet is waited for. */
export async function reloadAfterFollows(): Promise<void> {
  await lastFollow
  location.reload()
}

/** Shows it at once, and reverts on failure. @throws the server's error */
export async function followUser(context: Context, handle: string, follow: boolean): Promise<void> {
  const { reader, queryClient } = context
  const show = (followed: boolean, change: number) => {
    reader.setFollowed(handle, followed)
    queryClient.setQueryData<Author>(['author', handle], (author) =>
      author ? { ...author, followers: Math.max(0, author.followers + change) } : undefined,
    )
  }
  show(follow, follow ? 1 : -1)
  try {
    const answer = request(context.graphql, followDocument, { handle, follow })
    lastFollow = Promise.allSettled([lastFollow, answer])
    await answer
  } catch (error) {
    show(!follow, follow ? -1 : 1)
    throw error
  }
  // A list that is shown stays while the person goes on choosing.
  for (const key of ['followed_posts', 'people']) queryClient.removeQueries({ queryKey: [key], type: 'inactive' })
}

const blockDocument = graphql(/* GraphQL */ `
  mutation blockUser($handle: ID!, $block: Boolean!) {
    blockUser(handle: $handle, block: $block) { count }
  }
`)

/** @throws the server's error */
export async function blockUser(context: Context, handle: string, block: boolean): Promise<void> {
  await request(context.graphql, blockDocument, { handle, block })
  context.reader.setFollowed(handle, false)
}

/** Drops what this tab has loaded or kept, which may show somebody who is hidden now. */
export function forgetHidden(context: Context): void {
  forgetScreens()
  dropLoadedData(context)
}
