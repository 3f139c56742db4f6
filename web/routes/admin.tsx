import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '#rules/paths.ts'
import { adminNeedsSecondStepSentence, twoStepQuery } from '../accounts/account.ts'
import { ApiError, useGraphql } from '../graphql.ts'
import { Info } from '../kit/icons.gen.ts'
import { releaseQuery, reportsQuery } from '../moderation/admin.ts'
import { privateHead } from '../page-info.ts'
import { ModerationLogTab } from './-admin/moderation-log-tab.tsx'
import { PeopleTab } from './-admin/people-tab.tsx'
import { DecidedTab, ReportsTab } from './-admin/reports-tab.tsx'
import { RulesTab } from './-admin/rules-tab.tsx'

/** `tab`: the open tab; `who`: the person searched for in the tab of people. */
type AdminSearch = { tab?: string; who?: string }

/** Only for moderators; others get the not-found page. Moderators without two-step sign-in or a passkey are told to set one up. */
export const Route = createFileRoute('/admin')({
  // Does not check the tab's name, because this code is loaded by every page; an unknown tab shows the first one.
  validateSearch: ({ tab, who }: AdminSearch): AdminSearch => ({ ...(tab && { tab }), ...(who && { who }) }),
  loader: async ({ context: { queryClient, graphql } }): Promise<string | null> => {
    try {
      await queryClient.ensureInfiniteQueryData(reportsQuery(graphql))
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error
      // Only moderators get an error of the field `secondStep`: they need two-step sign-in or a passkey.
      if (error.fields.some(({ field }) => field === 'secondStep')) return error.message
      throw notFound()
    }
  },
  head: ({ match }) => (match.status === 'success' ? privateHead(match, '운영') : {}),
  component: AdminScreen,
})

// Loaded lazily, because only admins use these tabs.
const LookTab = lazy(async () => ({ default: (await import('./-admin/look-tab.tsx')).LookTab }))
const InvitationsTab = lazy(async () => ({ default: (await import('./-admin/invitations-tab.tsx')).InvitationsTab }))
const WebhooksTab = lazy(async () => ({ default: (await import('./-admin/webhooks-tab.tsx')).WebhooksTab }))
const StatisticsTab = lazy(async () => ({ default: (await import('./-admin/figures-tab.tsx')).StatisticsTab }))

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
  { tab: 'figures', name: '통계', Content: StatisticsTab },
] as const

function AdminPage() {
  const search = Route.useSearch()
  const { Content } = tabs.find(({ tab }) => tab === search.tab) ?? tabs[0]
  const hydrated = useHydrated()
  const { data: release } = useQuery(releaseQuery(useGraphql()))
  return (
    <div className="wrap admin">
      <h1>운영</h1>
      {/* In a div: as a child of the grid, `.feed-tools` would be in a column beside the heading. */}
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
      {/* On the server only the first tab: the others load their data in the browser, and some their code. */}
      {(hydrated || Content === ReportsTab) && (
        <Suspense>
          <Content />
        </Suspense>
      )}
      {release !== undefined && <p className="hint">현재 버전: {release}</p>}
    </div>
  )
}

/** Notice to moderators without two-step sign-in or a passkey, before the date from which one is required. */
function SecondStepNotice() {
  const { data } = useQuery({ ...twoStepQuery(useGraphql()), throwOnError: false })
  if (!data?.neededFrom) return null
  return (
    <p className="notice">
      <Info className="icon" />
      <span>
        {adminNeedsSecondStepSentence(data.neededFrom)}{' '}
        <Link to={paths.profile} className="link">
          프로필로
        </Link>
      </span>
    </p>
  )
}
