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

const otherTabs = ['decided', 'people', 'rules', 'record'] as const

/** The open tab, and the searched person of the tab of people. */
type AdminSearch = { tab?: (typeof otherTabs)[number]; who?: string }

/** Members who are no moderators get the not-found page. */
export const Route = createFileRoute('/admin')({
  validateSearch: ({ tab, who }: Record<string, unknown>): AdminSearch => {
    const known = otherTabs.find((name) => name === tab)
    return { ...(known && { tab: known }), ...(typeof who === 'string' && { who }) }
  },
  loader: async ({ context: { queryClient, graphql } }) => {
    await queryClient.ensureInfiniteQueryData(reportsQuery(graphql)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code !== 'UNAVAILABLE' ? notFound() : error
    })
  },
  head: ({ match }) => (match.status === 'success' ? privateHead(match, '운영') : {}),
  component: AdminPage,
})

const tabs = [
  { tab: undefined, name: '신고', Content: ReportsTab },
  { tab: 'decided', name: '처리 내역', Content: DecidedTab },
  { tab: 'people', name: '이웃', Content: PeopleTab },
  { tab: 'rules', name: '규칙', Content: RulesTab },
  { tab: 'record', name: '기록', Content: RecordTab },
] as const

function AdminPage() {
  const search = Route.useSearch()
  const { Content } = tabs.find(({ tab }) => tab === search.tab) ?? tabs[0]
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
      <Content />
      {release !== undefined && <p className="hint">현재 버전: {release}</p>}
    </div>
  )
}
