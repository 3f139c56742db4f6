import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { releaseQuery } from '../../moderation/admin.ts'
import { allTabs, tabNames } from './admin-search.ts'
import { PeopleTab } from './people-tab.tsx'
import { RecordTab } from './record-tab.tsx'
import { DecidedTab, ReportsTab } from './reports-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import './admin.css'

const route = getRouteApi('/admin')

const tabs = {
  reports: ReportsTab,
  decided: DecidedTab,
  people: PeopleTab,
  rules: RulesTab,
  record: RecordTab,
} as const

/** What moderators see and do. */
export function AdminPage() {
  const { tab = 'reports' } = route.useSearch()
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
