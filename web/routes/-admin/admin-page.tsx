import { getRouteApi, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { PeopleTab } from './people-tab.tsx'
import { RecordTab } from './record-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import './admin.css'

const route = getRouteApi('/admin')

const tabs = {
  reports: { name: '신고', Tab: ReportsTab },
  people: { name: '이웃', Tab: PeopleTab },
  rules: { name: '규칙', Tab: RulesTab },
  record: { name: '기록', Tab: RecordTab },
} as const
type TabName = keyof typeof tabs
const names = Object.keys(tabs) as TabName[]

export type AdminSearch = { tab?: TabName; who?: string }

/** Which tab, and on that of people whom. */
export function adminSearch({ tab, who }: Record<string, unknown>): AdminSearch {
  const known = names.find((name) => name === tab && name !== 'reports')
  return { ...(known && { tab: known }), ...(typeof who === 'string' && { who }) }
}

/** What moderators see and do. */
export function AdminPage() {
  const { tab = 'reports' } = route.useSearch()
  const { Tab } = tabs[tab]
  return (
    <div className="wrap admin">
      <h1>운영</h1>
      {/* In an element of its own: beside a heading the tools would have a column. */}
      <div>
        <nav className="feed-tools" aria-label="운영">
          {names.map((name) => (
            <Link
              key={name}
              to={paths.admin}
              search={name === 'reports' ? {} : { tab: name }}
              className="tool-link"
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={name === tab ? 'page' : undefined}
            >
              {tabs[name].name}
            </Link>
          ))}
        </nav>
      </div>
      <Tab />
    </div>
  )
}
