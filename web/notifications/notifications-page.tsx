import Settings from 'virtual:icon/settings'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { dayOf } from '#rules/ago.ts'
import { failures } from '#rules/errors.ts'
import { notificationMessages } from '#rules/notifications.ts'
import { paths } from '#rules/paths.ts'
import { useSignInAgain } from '../accounts/use-sign-in-again.ts'
import { isOffline, sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { toast } from '../kit/toast.ts'
import { usePageInfo } from '../page-info.ts'
import { tellOtherTabs } from '../reader/unread-in-tabs.ts'
import { useReaderContext } from '../reader/viewer.ts'
import { NotificationRow } from './notification-row.tsx'
import { type Notification, notificationsQuery, readNotifications } from './notifications-query.ts'
import './notifications.css'

/** Id of the switches in the profile. */
const SWITCHES = 'notifications'

/** What others did, the latest first, in sections by age. */
export function NotificationsPage() {
  const graphql = useGraphql()
  const now = useNow()
  const list = useInfiniteQuery(notificationsQuery(graphql))
  const markAsRead = useMarkAsRead()
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [first] = all
  return (
    <div className="wrap news-page">
      <div className="news-head">
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
        <section key={name} className="news-list" aria-label={name}>
          <h2 className="news-day">{name}</h2>
          <ul>
            {data.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                now={now}
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
      {all.length > 0 && !list.hasNextPage && <p className="news-kept">{notificationMessages.kept}</p>}
    </div>
  )
}

/** The time of rendering until the page is hydrated. */
function useNow(): string | number {
  const { now } = usePageInfo()
  return useHydrated() ? Date.now() : now
}

type Section = { name: string; data: Notification[] }

function sectionsOf(all: readonly Notification[], now: string | number): Section[] {
  const today = dayOf(new Date(now).getTime())
  const nameOf = ({ at }: Notification) => {
    const days = today - dayOf(new Date(at).getTime())
    return days <= 0 ? '오늘' : days < 7 ? '이번 주' : '이전'
  }
  return [...Map.groupBy(all, nameOf)].map(([name, data]) => ({ name, data }))
}

/** Marks all up to one as read: at once on the screen, and in the number of the bell. */
function useMarkAsRead(): (upTo: Notification) => Promise<void> {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { reader } = useReaderContext()
  const signInAgain = useSignInAgain()
  return async ({ id, at }) => {
    const { queryKey } = notificationsQuery(graphql)
    // What is on its way was read before.
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData(queryKey)
    client.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.at <= at ? { ...one, read: true } : one)),
          })),
        },
    )
    try {
      reader.setUnread(Math.max(0, reader.unread - (await readNotifications(graphql, id))))
      tellOtherTabs(reader)
      // The number from which was subtracted may have come with a response older than another mark.
      void client.invalidateQueries({ queryKey })
    } catch (error) {
      client.setQueryData(queryKey, before)
      if (!signInAgain(error)) toast(isOffline(error) ? failures.offline : sentenceOf(error))
    }
  }
}
