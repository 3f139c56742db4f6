import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GetNotificationSwitchesQuery, GetNotificationsQuery } from '#contract/operations.gen.ts'
import type { NotificationKind } from '#rules/notifications.ts'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'
import { tellOtherTabs } from '../reader/reader-store.ts'
import type { RouterContext } from '../router-context.ts'

const listDocument = graphql(/* GraphQL */ `
  query getNotifications($cursor: String) {
    getNotifications(cursor: $cursor) {
      data { id kind actors { handle username image } actorCount post title image comment text at read }
      nextCursor
    }
  }
`)

const readDocument = graphql(/* GraphQL */ `
  mutation readNotifications($upTo: ID!) {
    readNotifications(upTo: $upTo) { count }
  }
`)

const switchesDocument = graphql(/* GraphQL */ `
  query getNotificationSwitches {
    getNotificationSwitches { kind on }
    getWeeklyMail { on area }
  }
`)

const weeklyDocument = graphql(/* GraphQL */ `
  mutation switchWeeklyMail($on: Boolean!, $area: String) {
    switchWeeklyMail(on: $on, area: $area) { count }
  }
`)

const switchDocument = graphql(/* GraphQL */ `
  mutation switchNotifications($kind: NotificationKind!, $on: Boolean!) {
    switchNotifications(kind: $kind, on: $on) { count }
  }
`)

export type NotificationSettings = {
  switches: GetNotificationSwitchesQuery['getNotificationSwitches']
  /** null where the site sends none. */
  weekly: GetNotificationSwitchesQuery['getWeeklyMail']
}

type NotificationPage = GetNotificationsQuery['getNotifications']
export type Notification = NotificationPage['data'][number]

/** The viewer's own in pages of twenty, the latest first; always stale. */
export function notificationsQuery(execute: ExecuteGraphql) {
  return infiniteQueryOptions({
    queryKey: ['notifications'],
    queryFn: async ({ pageParam, signal }): Promise<NotificationPage> =>
      (await request(execute, listDocument, { cursor: pageParam }, { signal })).getNotifications,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    retry: retryOnce,
    staleTime: 0,
  })
}

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

/**
 * Marks all up to one as read: at once in the list, then in the number of the bell. A failure shows the list as before.
 * @throws the server's error
 */
export async function markAsRead({ queryClient, graphql, reader }: Context, { id, at }: Notification): Promise<void> {
  const { queryKey } = notificationsQuery(graphql)
  // What is on its way was read before.
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  const markPage = (page: NotificationPage) => ({
    ...page,
    data: page.data.map((one) => (one.at <= at ? { ...one, read: true } : one)),
  })
  queryClient.setQueryData(queryKey, (list) => list && { ...list, pages: list.pages.map(markPage) })
  try {
    const { count } = (await request(graphql, readDocument, { upTo: id })).readNotifications
    reader.setUnread(Math.max(0, reader.unread - count))
    tellOtherTabs(reader)
    // The number from which was subtracted may have come with a response older than another mark.
    void queryClient.invalidateQueries({ queryKey })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  }
}

export function notificationSwitchesQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['notification_switches'],
    queryFn: async ({ signal }): Promise<NotificationSettings> => {
      const { getNotificationSwitches: switches, getWeeklyMail: weekly } = await request(
        execute,
        switchesDocument,
        {},
        { signal },
      )
      return { switches, weekly }
    },
    retry: retryOnce,
    staleTime: 0,
  })
}

export async function switchNotifications(execute: ExecuteGraphql, kind: NotificationKind, on: boolean): Promise<void> {
  await request(execute, switchDocument, { kind, on })
}

/** With the TOP 10 of the area of that path. */
export async function switchWeeklyMail(execute: ExecuteGraphql, on: boolean, area: string | null): Promise<void> {
  await request(execute, weeklyDocument, { on, area })
}
