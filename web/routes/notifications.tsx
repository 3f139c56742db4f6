import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { dayNumber } from '#rules/ago.ts'
import { notificationMessages } from '#rules/notifications.ts'
import { paths } from '#rules/paths.ts'
import { redirectIfExpired, useSignInAgain } from '../accounts/expired-session.ts'
import { requireUnrestrictedViewer } from '../accounts/route-guards.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Settings } from '../kit/icons.gen.ts'
import { MoreButton } from '../kit/more-button.tsx'
import { toast } from '../kit/toast.tsx'
import { NotificationRow } from '../notifications/notification-row.tsx'
import { markAsRead, type Notification, notificationsQuery } from '../notifications/notifications-query.ts'
import { privateHead, useNow } from '../page-info.ts'
import { useRouterContext } from '../router-context.ts'

export const Route = createFileRoute('/notifications')({
  beforeLoad: requireUnrestrictedViewer,
  loader: async ({ context, location }) => {
    if (!context.store.viewer) return
    const { queryClient, graphql } = context
    await redirectIfExpired({ context, location }, queryClient.fetchInfiniteQuery(notificationsQuery(graphql)))
  },
  head: ({ match }) => privateHead(match, '알림'),
  component: NotificationsPage,
})

const SWITCHES = 'notifications'

function NotificationsPage() {
  const graphql = useGraphql()
  const now = useNow()
  const list = useInfiniteQuery(notificationsQuery(graphql))
  const markAsRead = useMarkAsRead()
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [first] = all
  return (
    <div className="wrap notification-page">
      <div className="notification-head">
        <h1>알림</h1>
        {first && all.some(({ read }) => !read) && (
          <button type="button" className="btn btn-small" onClick={() => void markAsRead(first)}>
            모두 읽음 표시
          </button>
        )}
        <Link to={paths.profile} hash={SWITCHES} className="icon-btn icon-btn-quiet" aria-label="알림 설정">
          <Settings className="icon" />
        </Link>
      </div>
      {sectionsOf(all, now).map(({ name, data }) => (
        <section key={name} className="notification-list" aria-label={name}>
          <h2 className="notification-day">{name}</h2>
          <ul>
            {data.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                onOpen={() => !notification.read && void markAsRead(notification)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.data && all.length === 0 && (
        <EmptyState art="bell" title={notificationMessages.empty} inFeed>
          <Link to={paths.home} className="btn btn-primary">
            이웃 찾아보기
          </Link>
        </EmptyState>
      )}
      <MoreButton list={list} failure="알림을 불러오지 못했어요.">
        지난 알림 더 보기
      </MoreButton>
      {all.length > 0 && !list.hasNextPage && <p className="notification-kept">{notificationMessages.kept}</p>}
    </div>
  )
}

type Section = { name: string; data: Notification[] }

function sectionsOf(all: readonly Notification[], now: string | number): Section[] {
  const today = dayNumber(new Date(now).getTime())
  const nameOf = ({ at }: Notification) => {
    const days = today - dayNumber(new Date(at).getTime())
    return days <= 0 ? '오늘' : days < 7 ? '이번 주' : '이전'
  }
  const names = [...new Set(all.map(nameOf))]
  return names.map((name) => ({ name, data: all.filter((one) => nameOf(one) === name) }))
}

function useMarkAsRead(): (upTo: Notification) => Promise<void> {
  const context = useRouterContext()
  const signInAgain = useSignInAgain()
  return (upTo) =>
    markAsRead(context, upTo).catch((error: unknown) => {
      if (!signInAgain(error)) toast(sentenceOf(error))
    })
}
