import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { FilterNote } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { factsKey } from '../../posts/lists/list-search.ts'
import { useViewer } from '../../reader/reader-store.ts'
import { savedParams } from './me-search.ts'
import { MeTools } from './me-tools.tsx'
import { MyCollections } from './my-collections.tsx'
import { SavedList } from './saved-list.tsx'
import { SavedMap } from './saved-map.tsx'
import { savedCountsQuery, savedListQuery } from './saved-queries.ts'
import { type Tab, tabOf, tabs } from './tabs.ts'
import './me-page.css'

const route = getRouteApi('/me')

/** What the reader keeps: four lists, each as rows and as a map. */
export function MePage() {
  const search = route.useSearch()
  const graphql = useGraphql()
  const viewer = useViewer()
  if (!viewer) return null
  const tab = tabOf(search)
  const params = savedParams(search)
  const { keyword, facts } = params
  const query = savedListQuery(graphql, params)
  return (
    <div className="me" data-view={search.view ?? 'list'}>
      <div className="me-list">
        <MeHead />
        <MyCollections handle={viewer.jwt} />
        <Tabs current={tab} />
        <MeTools tab={tab} search={search} />
        <FilterNote search={facts} query={query} />
        <div className="me-rows">
          <SavedList key={tab.list} tab={tab} params={params} search={search} query={query} />
        </div>
      </div>
      <div className="me-map">
        <SavedMap key={[tab.list, keyword, ...factsKey(facts)].join(' ')} tab={tab} keyword={keyword} facts={facts} />
      </div>
    </div>
  )
}

function MeHead() {
  const { data: counts } = useQuery(savedCountsQuery(useGraphql()))
  return (
    <div className="me-head">
      <h1 id={FEED_TITLE_ID} tabIndex={-1}>
        내 맛집
      </h1>
      {counts !== undefined && counts.want > 0 && (
        <p className="num">
          <b>
            {counts.want.toLocaleString('ko-KR')}곳 중 {counts.wantOpen.toLocaleString('ko-KR')}곳
          </b>
          이 지금 열려 있어요.
        </p>
      )}
    </div>
  )
}

function Tabs({ current }: { current: Tab }) {
  const { data: counts } = useQuery(savedCountsQuery(useGraphql()))
  return (
    <nav className="me-tabs" aria-label="내 맛집 목록">
      <ul>
        {tabs.map(({ list, mark, name }) => (
          <li key={list}>
            <Link
              to={paths.me}
              search={({ view }) => ({ ...(list !== 'want' && { list }), ...(view && { view }) })}
              activeOptions={{ exact: true }}
              aria-current={list === current.list ? 'page' : undefined}
              data-mark={mark}
              resetScroll={false}
            >
              <span className="num">
                <span className="sign" />
                {counts ? counts[list].toLocaleString('ko-KR') : '–'}
              </span>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
