import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GetNotificationSwitchesQuery, GetNotificationsQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, sendDocument } from '../graphql.ts'
import type { RouterContext } from '../router-context.ts'
import { notifyOtherTabs } from '../store/open-store.ts'

const getNotifications = graphql(/* GraphQL */ `
  query getNotifications($cursor: String) @kept {
    getNotifications(cursor: $cursor) {
      data { id kind actors { handle username image } actorCount post collection title image comment text at read }
      nextCursor
    }
  }
`)

const readNotifications = graphql(/* GraphQL */ `
  mutation readNotifications($upTo: ID!) { readNotifications(upTo: $upTo) { count } }
`)

const getSettings = graphql(/* GraphQL */ `
  query getNotificationSwitches {
    getNotificationSwitches { kind on }
    getWeeklyMail { on area }
  }
`)

export const switchWeeklyMail = graphql(/* GraphQL */ `
  mutation switchWeeklyMail($on: Boolean!, $area: String) { switchWeeklyMail(on: $on, area: $area) { count } }
`)

export const switchNotifications = graphql(/* GraphQL */ `
  mutation switchNotifications($kind: NotificationKind!, $on: Boolean!) {
    switchNotifications(kind: $kind, on: $on) { count }
  }
`)

export type NotificationSettings = {
  switches: GetNotificationSwitchesQuery['getNotificationSwitches']
  weekly: GetNotificationSwitchesQuery['getWeeklyMail']
}

type NotificationPage = GetNotificationsQuery['getNotifications']
export type Notification = NotificationPage['data'][number]

export function notificationsQuery(execute: ExecuteGraphql) {
  return infiniteQueryOptions({
    queryKey: ['notifications'],
    queryFn: ({ pageParam, signal }): Promise<NotificationPage> =>
      getNotifications(execute, { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
}

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'store'>

/**
 * Marks a notification and all earlier ones as read: at once in the list, then in the number of the bell. A failure shows the
 * list as before.
 * @throws the server's error
 */
export async function markAsRead({ queryClient, graphql, store }: Context, { id, at }: Notification): Promise<void> {
  const { queryKey } = notificationsQuery(graphql)
  // Pending responses are from before this change.
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)
  // Taken before the request: another response that comes meanwhile may have set the new number already.
  const { unread } = store
  const markPage = (page: NotificationPage) => ({
    ...page,
    data: page.data.map((one) => (one.at <= at ? { ...one, read: true } : one)),
  })
  queryClient.setQueryData(queryKey, (list) => list && { ...list, pages: list.pages.map(markPage) })
  try {
    const { count } = await readNotifications(graphql, { upTo: id })
    store.setUnread(Math.max(0, unread - count))
    notifyOtherTabs(store, store.unread)
    // Other notifications may have come meanwhile.
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
      const all = await sendDocument(execute, getSettings, {}, { signal })
      return { switches: all.getNotificationSwitches, weekly: all.getWeeklyMail }
    },
    staleTime: 0,
  })
}
