import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError, useGraphql } from '../graphql.ts'
import { releaseQuery, reportsQuery } from '../moderation/admin.ts'
import { privateHead } from '../page-info.ts'
import { PeopleTab } from './-admin/people-tab.tsx'
import { RecordTab } from './-admin/record-tab.tsx'
import { DecidedTab, ReportsTab } from './-admin/reports-tab.tsx'
import { RulesTab } from './-admin/rules-tab.tsx'

/** Whoever is no moderator gets the page of unknown URLs. */
export const Route = createFileRoute('/admin')({
  validateSearch: adminSearch,
  loader: async ({ context: { queryClient, graphql } }) => {
    await queryClient.ensureInfiniteQueryData(reportsQuery(graphql)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code !== 'UNAVAILABLE' ? notFound() : error
    })
  },
  head: ({ matches, match }) => (match.status === 'success' ? privateHead(matches, '운영') : {}),
  component: AdminPage,
})

const tabs = {
  reports: ReportsTab,
  decided: DecidedTab,
  people: PeopleTab,
  rules: RulesTab,
  record: RecordTab,
} as const

/** What moderators see and do. */
function AdminPage() {
  const { tab = 'reports' } = Route.useSearch()
  const Tab = tabs[tab]
  const { data: release } = useQuery(releaseQuery(useGraphql()))
  return (
    <div className="wrap admin">
      <h1>운영</h1>
      {/* In an element of its own: beside a heading the tools would have a column. */}
      <div>
        <nav className="feed-tools" aria-label="운영">
          {allTabs.map((name) => (
            <Link
              key={name}
              to={paths.admin}
              search={name === 'reports' ? {} : { tab: name }}
              className="tool-link"
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={name === tab ? 'page' : undefined}
            >
              {tabNames[name]}
            </Link>
          ))}
        </nav>
      </div>
      <Tab />
      {release !== undefined && <p className="hint">지금 판: {release}</p>}
    </div>
  )
}

/** The tabs of the page, with their names. Their screens are loaded with the page only. */
const tabNames = {
  reports: '신고',
  decided: '처리한 것',
  people: '이웃',
  rules: '규칙',
  record: '기록',
} as const
type TabName = keyof typeof tabNames
const allTabs = Object.keys(tabNames) as TabName[]

type AdminSearch = { tab?: TabName; who?: string }

/** Which tab, and on that of people whom. */
function adminSearch({ tab, who }: Record<string, unknown>): AdminSearch {
  const known = allTabs.find((name) => name === tab && name !== 'reports')
  return { ...(known && { tab: known }), ...(typeof who === 'string' && { who }) }
}
