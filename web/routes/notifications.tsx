import { createFileRoute } from '@tanstack/react-router'
import { redirectIfExpired } from '../accounts/expired-session.ts'
import { requireMember } from '../accounts/route-guards.ts'
import { NotificationsPage } from '../notifications/notifications-page.tsx'
import { notificationsQuery } from '../notifications/notifications-query.ts'
import { privateHead } from '../page-info.ts'

export const Route = createFileRoute('/notifications')({
  beforeLoad: requireMember,
  loader: async ({ context, location }) => {
    if (!context.reader.viewer) return
    const { queryClient, graphql } = context
    await redirectIfExpired({ context, location }, queryClient.fetchInfiniteQuery(notificationsQuery(graphql)))
  },
  head: ({ matches }) => privateHead(matches, '알림'),
  component: NotificationsPage,
})
