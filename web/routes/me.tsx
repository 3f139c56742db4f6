import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { redirectIfExpired } from '../accounts/expired-session.ts'
import { requireUnrestrictedViewer } from '../accounts/route-guards.ts'
import { useGraphql } from '../graphql.ts'
import { Drawing, RetryButton } from '../kit/empty-state.tsx'
import { entryKeyOf } from '../kit/history-entry.ts'
import { Download, FileUp, Plus } from '../kit/icons.gen.ts'
import { MoreMenu } from '../kit/more-menu.tsx'
import { onDemand } from '../kit/on-demand.tsx'
import { privateHead } from '../page-info.ts'
import { PinMap } from '../places/map/pin-map.tsx'
import { CollectionStrip } from '../posts/collections/collection-card.tsx'
import { collectionsQuery, useCollections } from '../posts/collections/collection-queries.ts'
import { FilterNote } from '../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../posts/lists/list-head.ts'
import { type FactFilters, factsKey } from '../posts/lists/list-search.ts'
import { MyListPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { useDeletedNames, useViewer } from '../store/use-store.ts'
import { type MeSearch, parseMeSearch, savedParams } from './-me/me-search.ts'
import { MeTools } from './-me/me-tools.tsx'
import { SavedList } from './-me/saved-list.tsx'
import { savedCountsQuery, savedListQuery, savedPinsQuery } from './-me/saved-queries.ts'
import { type SavedTab, savedTabOf, savedTabs } from './-me/saved-tabs.ts'

export const Route = createFileRoute('/me')({
  validateSearch: (search: Record<string, unknown>): MeSearch => parseMeSearch(search),
  beforeLoad: requireUnrestrictedViewer,
  loaderDeps: ({ search: { view: _, ...search } }) => savedParams(search),
  loader: async ({ context, deps, location }) => {
    if (!context.store.viewer) return
    const { queryClient, graphql } = context
    const collections = queryClient.prefetchQuery(collectionsQuery(graphql, context.store.viewer.jwt))
    const counts = queryClient.prefetchQuery(savedCountsQuery(graphql))
    const list = loadList(context, savedListQuery(graphql, deps), entryKeyOf(location))
    await redirectIfExpired({ context, location }, list)
    await Promise.all([counts, collections])
  },
  head: ({ match }) => privateHead(match, '내 맛집'),
  pendingComponent: MyListPending,
  component: MePage,
})

const ImportPage = onDemand(async () => (await import('./-me/import/import-page.tsx')).ImportPage)
const ExportDialog = onDemand(async () => (await import('./-me/export-dialog.tsx')).ExportDialog)

function MePage() {
  const search = Route.useSearch()
  const graphql = useGraphql()
  const viewer = useViewer()
  const isImporting = search.view === 'import'
  const navigate = useNavigate()
  if (!viewer) return null
  const toList = () => navigate({ to: paths.me, replace: true })
  if (isImporting) return <ImportPage open onClose={toList} handle={viewer.jwt} />
  const tab = savedTabOf(search)
  const params = savedParams(search)
  const { keyword, facts } = params
  const query = savedListQuery(graphql, params)
  const isAsked = Object.keys(search).some((name) => name !== 'list')
  return (
    <div className="me" data-view={search.view ?? 'list'} data-asked={isAsked || undefined}>
      <div className="me-list">
        <MeHead handle={viewer.jwt} />
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

function MeHead({ handle }: { handle: string }) {
  const { data: counts } = useQuery(savedCountsQuery(useGraphql()))
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const toImport = () => void navigate({ to: paths.me, search: { view: 'import' } })
  return (
    <div className="me-head">
      <h1 id={FEED_TITLE_ID} tabIndex={-1}>
        내 맛집
      </h1>
      {counts !== undefined && counts.want > 0 && (
        <p className="num">
          <b>
            {counts.want.toLocaleString('ko-KR')}곳 중{' '}
            {counts.wantOpen > 0 && `${counts.wantOpen.toLocaleString('ko-KR')}곳`}
          </b>
          {counts.wantOpen > 0 ? '이 지금 열려 있어요.' : '지금 열린 곳이 없어요.'}
        </p>
      )}
      <MoreMenu
        label="내 맛집 가져오기와 내보내기"
        className="me-more"
        entries={[
          { label: '가져오기', icon: <FileUp className="icon" />, onChoose: toImport },
          { label: '내보내기', icon: <Download className="icon" />, onChoose: () => setExporting(true) },
        ]}
      />
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} handle={handle} />
    </div>
  )
}

function Tabs({ current }: { current: SavedTab }) {
  const { data: counts } = useQuery(savedCountsQuery(useGraphql()))
  return (
    <nav className="me-tabs" aria-label="내 맛집 목록">
      <ul>
        {savedTabs.map(({ list, mark, name }) => (
          <li key={list}>
            <Link
              to={paths.me}
              search={({ view }) => ({ ...(list !== 'want' && { list }), ...(view === 'map' && { view }) })}
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

const CollectionForm = onDemand(async () => (await import('../posts/collections/collection-form.tsx')).CollectionForm)

function MyCollections({ handle }: { handle: string }) {
  const { data: collections } = useCollections(handle)
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  return (
    <section className="me-collections" aria-labelledby="my-collections">
      <h2 id="my-collections" className="sr-only">
        모음
      </h2>
      <CollectionStrip
        collections={collections ?? []}
        first={
          <button
            type="button"
            className="collection-card"
            onPointerEnter={CollectionForm.preload}
            onClick={() => setAdding(true)}
          >
            <span className="cover">
              <Plus className="icon" />
            </span>
            <b>새 모음</b>
            {collections?.length === 0 && (
              <span className="collection-meta">데이트, 회식, 혼밥. 이름을 붙여 모아 보세요</span>
            )}
          </button>
        }
      />
      <CollectionForm
        open={isAdding}
        onClose={() => setAdding(false)}
        collection={null}
        onDone={({ id }) => {
          setAdding(false)
          void navigate({ to: paths.collection, params: { id } })
        }}
      />
    </section>
  )
}

type SavedMapProps = { tab: SavedTab; keyword: string; facts: FactFilters }

function SavedMap({ tab, keyword, facts }: SavedMapProps) {
  const { data, isError, refetch } = useQuery(savedPinsQuery(useGraphql(), { list: tab.list, keyword, facts }))
  const deleted = useDeletedNames()
  const pins = useMemo(() => data?.filter(({ post }) => !deleted.has(`post ${post}`)), [data, deleted])
  if (isError && !pins) {
    return (
      <div className="me-map-note" role="alert">
        <p>지도를 불러오지 못했어요.</p>
        <RetryButton look="outline" small onPress={() => void refetch()} />
      </div>
    )
  }
  if (!pins) return <div className="me-map-note" aria-busy="true" />
  if (pins.length === 0) {
    return (
      <div className="me-map-note">
        <Drawing name="map" isSmall />
        <p>위치가 있는 곳이 아직 없어요.</p>
        <Link to={paths.map} className="btn btn-outline btn-small">
          지도에서 보기
        </Link>
      </div>
    )
  }
  return <PinMap label={`${tab.name} 지도`} frameSelector=".me-map" pins={pins} listMark={tab.mark} startsNearReader />
}
