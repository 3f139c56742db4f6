import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PeopleList } from '#contract/schema.gen.ts'
import { parseNear } from '#rules/paging.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../graphql.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetKeptScreens } from '../storage/kept-screens.ts'
import { dropLoadedData } from '../store/change-viewer.ts'
import type { Ref } from '../store/store.ts'

const getAuthor = graphql(/* GraphQL */ `
  query getAuthor($handle: ID!) @kept {
    getAuthor(handle: $handle) { handle username image about tastes since posts likesReceived followers following }
  }
`)

export type Author = ResultOf<typeof getAuthor>

/** Query for a member as others see them. Whether the reader follows them comes with the reader's state. */
export function authorQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['author', handle],
    queryFn: async ({ signal }): Promise<Ref<Author>> => (await getAuthor(execute, { handle }, { signal })).handle,
    staleTime: 0,
  })
}

const getAuthorPins = graphql(/* GraphQL */ `
  query getAuthorPins($handle: ID!) @kept { getAuthor(handle: $handle) { pins { post title lat lng } } }
`)

export function authorPinsQuery(execute: ExecuteGraphql, handle: string) {
  return queryOptions({
    queryKey: ['author', handle, 'pins'],
    queryFn: async ({ signal }) => (await getAuthorPins(execute, { handle }, { signal })).pins,
  })
}

const getPeople = graphql(/* GraphQL */ `
  query getPeople($list: PeopleList!, $cursor: String) {
    getPeople(list: $list, cursor: $cursor) {
      data { handle username image about }
      nextCursor
    }
  }
`)

export type ListedPerson = ResultOf<typeof getPeople>['data'][number]

export function peopleQuery(execute: ExecuteGraphql, list: PeopleList) {
  return infiniteQueryOptions({
    queryKey: ['people', list],
    queryFn: ({ pageParam, signal }) => getPeople(execute, { list, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

const getActiveAuthors = graphql(/* GraphQL */ `
  query getActiveAuthors($lat: Float, $lng: Float, $nearby: Boolean) {
    getActiveAuthors(lat: $lat, lng: $lng, nearby: $nearby) { handle username image about tastes posts alike }
  }
`)

export type SuggestedPerson = ResultOf<typeof getActiveAuthors>[number]

/**
 * Query for members to follow: those of the reader's town first, or only those if `nearby`. The former list stays on the
 * screen while another loads.
 */
export function activeAuthorsQuery(execute: ExecuteGraphql, town: string | null, nearby = false) {
  return queryOptions({
    queryKey: ['people', 'active', town, nearby],
    queryFn: ({ signal }) => getActiveAuthors(execute, { ...parseNear(town), nearby }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'store'>

const sendFollow = graphql(/* GraphQL */ `
  mutation followUser($handle: ID!, $follow: Boolean!) { followUser(handle: $handle, follow: $follow) { count } }
`)

let lastFollow: Promise<unknown> = Promise.resolve()

/** Reloads the page once all sent follows have been answered, because it lists their posts. */
export async function reloadAfterFollows(): Promise<void> {
  await lastFollow
  location.reload()
}

/** Follows or unfollows a member. Shows the change at once, and takes it back on failure. @throws the server's error */
export async function followUser(context: Context, handle: string, follow: boolean): Promise<void> {
  const { store, queryClient } = context
  const show = (followed: boolean, change: number) => {
    store.change<Author>('author', handle, ({ followers }) => ({ followers: Math.max(0, followers + change) }))
    store.setMark(`author ${handle}`, 'followed', followed)
  }
  const release = store.hold(`author ${handle}`)
  show(follow, follow ? 1 : -1)
  try {
    const answer = sendFollow(context.graphql, { handle, follow })
    lastFollow = Promise.allSettled([lastFollow, answer])
    await answer
  } catch (error) {
    show(!follow, follow ? -1 : 1)
    throw error
  } finally {
    release()
  }
  // Only lists that are not on the screen: the one that is stays while the person goes on choosing.
  for (const key of ['followed_posts', 'people']) queryClient.removeQueries({ queryKey: [key], type: 'inactive' })
}

const sendBlock = graphql(/* GraphQL */ `
  mutation blockUser($handle: ID!, $block: Boolean!) { blockUser(handle: $handle, block: $block) { count } }
`)

/** @throws the server's error */
export async function blockUser(context: Context, handle: string, block: boolean): Promise<void> {
  await sendBlock(context.graphql, { handle, block })
  context.store.setMark(`author ${handle}`, 'followed', false)
}

/** Drops all loaded and stored data of this tab, which may show a member or content that is now hidden from the reader. */
export function dropTabData(context: Context): void {
  forgetKeptScreens()
  dropLoadedData(context)
}
