import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#rules/paths.ts'
import { secondStepDeadlineText, twoStepQuery } from '../accounts/account.ts'
import { ApiError, useGraphql } from '../graphql.ts'
import { Info } from '../kit/icons.gen.ts'
import { releaseQuery, reportsQuery } from '../moderation/admin.ts'
import { privateHead } from '../page-info.ts'
import { ModerationLogTab } from './-admin/moderation-log-tab.tsx'
import { PeopleTab } from './-admin/people-tab.tsx'
import { DecidedTab, ReportsTab } from './-admin/reports-tab.tsx'
import { RulesTab } from './-admin/rules-tab.tsx'

/** The open tab, and the searched person of the tab of people. */
type AdminSearch = { tab?: string; who?: string }

/** Members who are no moderators get the not-found page; moderators without a second step are told what to do. */
export const Route = createFileRoute('/admin')({
  // All parameters are texts, and an unknown tab shows the first: the names of tabs are not for the scripts of other pages.
  validateSearch: ({ tab, who }: AdminSearch): AdminSearch => ({ ...(tab && { tab }), ...(who && { who }) }),
  loader: async ({ context: { queryClient, graphql } }): Promise<string | null> => {
    try {
      await queryClient.ensureInfiniteQueryData(reportsQuery(graphql))
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error
      // The field says that a moderator asks, who has to prove more than a password.
      if (error.fields.some(({ field }) => field === 'secondStep')) return error.message
      throw notFound()
    }
  },
  head: ({ match }) => (match.status === 'success' ? privateHead(match, '운영') : {}),
  component: AdminScreen,
})

// Only admins use them.
const LookTab = lazy(async () => ({ default: (await import('./-admin/look-tab.tsx')).LookTab }))
const InvitationsTab = lazy(async () => ({ default: (await import('./-admin/invitations-tab.tsx')).InvitationsTab }))
const WebhooksTab = lazy(async () => ({ default: (await import('./-admin/webhooks-tab.tsx')).WebhooksTab }))
const FiguresTab = lazy(async () => ({ default: (await import('./-admin/figures-tab.tsx')).FiguresTab }))

function AdminScreen() {
  const refusal = Route.useLoaderData()
  if (refusal === null) return <AdminPage />
  return (
    <div className="wrap admin">
      <h1>운영</h1>
      <p>{refusal}</p>
      <p>
        <Link to={paths.profile} className="btn btn-primary">
          프로필로
        </Link>
      </p>
    </div>
  )
}

const tabs = [
  { tab: undefined, name: '신고', Content: ReportsTab },
  { tab: 'decided', name: '처리 내역', Content: DecidedTab },
  { tab: 'people', name: '이웃', Content: PeopleTab },
  { tab: 'rules', name: '규칙', Content: RulesTab },
  { tab: 'record', name: '기록', Content: ModerationLogTab },
  { tab: 'look', name: '사이트', Content: LookTab },
  { tab: 'invitations', name: '초대', Content: InvitationsTab },
  { tab: 'webhooks', name: '자동 알림', Content: WebhooksTab },
  { tab: 'figures', name: '통계', Content: FiguresTab },
] as const

function AdminPage() {
  const search = Route.useSearch()
  const { Content } = tabs.find(({ tab }) => tab === search.tab) ?? tabs[0]
  const hydrated = useHydrated()
  const { data: release } = useQuery(releaseQuery(useGraphql()))
  return (
    <div className="wrap admin">
      <h1>운영</h1>
      {/* In an element of its own: beside a heading the tools would have a column. */}
      <div>
        <nav className="feed-tools" aria-label="운영">
          {tabs.map(({ tab, name }) => (
            <Link
              key={name}
              to={paths.admin}
              search={tab ? { tab } : {}}
              className="tool-link"
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={tab === search.tab ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <SecondStepNotice />
      {/* Only the first tab has its data on the server, which cannot wait for code. */}
      {(hydrated || Content === ReportsTab) && (
        <Suspense>
          <Content />
        </Suspense>
      )}
      {release !== undefined && <p className="hint">현재 버전: {release}</p>}
    </div>
  )
}

/** While moderators may still do without a second step. */
function SecondStepNotice() {
  const { data } = useQuery({ ...twoStepQuery(useGraphql()), throwOnError: false })
  if (!data?.neededFrom) return null
  return (
    <p className="notice">
      <Info className="icon" />
      <span>
        {secondStepDeadlineText(data.neededFrom)}{' '}
        <Link to={paths.profile} className="link">
          프로필로
        </Link>
      </span>
    </p>
  )
}
