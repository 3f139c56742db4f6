import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GetNotificationSwitchesQuery, GetNotificationsQuery } from '#contract/operations.gen.ts'
import type { NotificationKind } from '#rules/notifications.ts'
import { type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'

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

export type NotificationPage = GetNotificationsQuery['getNotifications']
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

/** Returns how many were unread before. */
export async function readNotifications(execute: ExecuteGraphql, upTo: string): Promise<number> {
  return (await request(execute, readDocument, { upTo })).readNotifications.count
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
