import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, redirect, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ANY_RADIUS, formatNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import { TILE_PIXELS } from '#rules/position.ts'
import { ApiError, type ExecuteGraphql, useGraphql } from '../graphql.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { entryKeyOf } from '../kit/history-entry.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import { siteOf } from '../page-info.ts'
import { AreaLink, AreaWithCount } from '../places/area-links.tsx'
import { type Area, AreaCrumbs, areaQuery, loadAreaPathAt } from '../places/areas.tsx'
import { FilterNote, Filters, NoMatchingPosts } from '../posts/lists/filters.tsx'
import { NoPosts } from '../posts/lists/list-end.tsx'
import { FEED_TITLE_ID } from '../posts/lists/list-head.ts'
import {
  isFiltered,
  type ListSearch,
  listParams,
  orderAndFiltersOf,
  parseListSearch,
} from '../posts/lists/list-search.ts'
import { PostList } from '../posts/lists/post-list.tsx'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { SortMenu } from '../posts/lists/sort-menu.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { WeeklyTop, weeklyTopQuery } from '../posts/lists/weekly-top.tsx'
import { areaPostsQuery, postsQuery } from '../posts/queries/posts-query.ts'
import { parseView } from './-map/map-url.ts'
import { AreaNotFound } from './-not-found.tsx'

/** With `lat`, `lng` and `zoom` of a map's view, the page redirects to the area at that position. */
type AreaSearch = ListSearch & { lat?: number; lng?: number; zoom?: number }

export const Route = createFileRoute('/area/$')({
  validateSearch: (search: Record<string, unknown>): AreaSearch => ({
    ...parseListSearch(search),
    ...parseView(search),
  }),
  loaderDeps: ({ search: { lat, lng, zoom, ...search } }) => ({
    view: lat === undefined || lng === undefined || zoom === undefined ? null : { lat, lng, zoom },
    search,
  }),
  loader: async ({ context, params: { _splat: path = '' }, deps: { view, search }, location }) => {
    const { queryClient, graphql } = context
    if (view) throw toArea(await loadAreaPathAt(graphql, view), search, 302)
    const area = await queryClient.ensureQueryData(areaQuery(graphql, path)).catch(asUnknownArea)
    if (area.path !== path) throw toArea(area.path, search, 301)
    await Promise.all([
      loadList(context, postsOf(graphql, path, search), entryKeyOf(location)),
      // Only 시군구 and 동 have a weekly ranking; the page is shown without it if it fails to load.
      path.includes('/') && queryClient.prefetchQuery(weeklyTopQuery(graphql, path)),
    ])
  },
  head: async ({ match, params: { _splat: path = '' } }) => {
    const area = match.context.queryClient.getQueryData<Area>(['area', path])
    const { areaHead } = await import('./-heads.ts')
    return areaHead(siteOf(match), area, match.search, match.error)
  },
  pendingComponent: FeedPending,
  component: AreaPage,
  notFoundComponent: AreaNotFound,
})

function postsOf(graphql: ExecuteGraphql, path: string, search: ListSearch) {
  return path === '' ? postsQuery(graphql, listParams(search)) : areaPostsQuery(graphql, path, listParams(search))
}

function toArea(path: string, search: ListSearch, statusCode: 301 | 302) {
  return redirect({ to: paths.area, params: { _splat: path }, search, statusCode, replace: true })
}

function asUnknownArea(error: unknown): never {
  const isUnknown = error instanceof ApiError && ['NOT_FOUND', 'BAD_USER_INPUT'].includes(error.code)
  throw isUnknown ? notFound() : error
}

const TownShops = lazy(async () => ({ default: (await import('../places/town-shops.tsx')).TownShops }))

const SHOWN_PARTS = 12

const COUNTRY = { name: '전국', path: '' }

function AreaPage() {
  const { _splat: path = '' } = Route.useParams()
  const search = Route.useSearch()
  const list = listParams(search)
  const order = orderAndFiltersOf(search)
  const graphql = useGraphql()
  const { data: area } = useSuspenseQuery(areaQuery(graphql, path))
  const query = path === '' ? postsQuery(graphql, list) : areaPostsQuery(graphql, path, list)
  return (
    <div className="wrap">
      {path !== '' && <AreaCrumbs areas={[COUNTRY, ...area.around]} search={order} />}
      <div className="feed-head feed-head-area">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          {area.name} 맛집{area.count > 0 && <span className="num"> {area.count.toLocaleString('ko-KR')}</span>}
        </h1>
        <div className="feed-tools">
          <Link to={paths.map} search={areaView(area)} preload={false} className="tool-link">
            <PageIcon name="map" className="icon icon-s" />
            <span>지도</span>
          </Link>
          <SortMenu sort={list.sort} near={search.near ?? null} hasAgain />
          <Filters search={search} />
        </div>
      </div>
      <Parts area={area} search={order} />
      {area.names.length > 0 && <p className="area-names">{area.names.join(', ')}도 이 지역에 함께 있어요.</p>}
      {isWhole(search) && <Week path={path} />}
      <FilterNote search={search} query={query} />
      <PostList
        key={path}
        query={query}
        near={search.near}
        page={list.page ?? 1}
        empty={<Empty area={area} search={search} />}
      />
    </div>
  )
}

function isWhole(search: ListSearch): boolean {
  return Object.values(search).every((value) => value === undefined)
}

function Week({ path }: { path: string }) {
  const { data: ranks = [] } = useQuery({ ...weeklyTopQuery(useGraphql(), path), enabled: false })
  if (ranks.length === 0) return null
  return (
    <section className="area-week">
      <div className="section-head">
        <h2>
          이번 주 이 동네 <small>TOP 10</small>
        </h2>
      </div>
      <WeeklyTop ranks={ranks} />
    </section>
  )
}

/** Links to subareas; those without posts, and those beyond the first twelve, are folded. */
function Parts({ area: { parts }, search }: { area: Area; search: ListSearch }) {
  const shown = parts.filter(({ count }) => count > 0).slice(0, SHOWN_PARTS)
  const folded = parts.filter((part) => !shown.includes(part))
  if (parts.length === 0) return null
  return (
    <nav className="area-parts" aria-label="하위 지역">
      <PartList parts={shown} search={search} />
      {folded.length > 0 && (
        <details>
          <summary className="link link-quiet">
            {shown.length > 0 ? '다른 지역' : '지역 고르기'}
            <PageIcon name="chevron-down" className="icon icon-s" />
          </summary>
          <PartList parts={folded} search={search} />
        </details>
      )}
    </nav>
  )
}

function PartList({ parts, search }: { parts: Area['parts']; search: ListSearch }) {
  return (
    <ul className="areas">
      {parts.map((area) => (
        <AreaWithCount key={area.path} area={area} search={search} />
      ))}
    </ul>
  )
}

/** Shown for an empty list. If the area has posts, the filters or the order by distance have left them out. */
function Empty({ area, search }: { area: Area; search: ListSearch }) {
  if (area.count === 0) return <NoPostsHere area={area} />
  if (isFiltered(listParams(search))) return <NoMatchingPosts search={{ ...search, radius: ANY_RADIUS }} />
  return (
    <EmptyState
      art="map"
      inFeed
      title="위치가 등록된 글이 없어요"
      text="‘가까운 순’ 목록에는 위치가 등록된 글만 나와요."
    >
      <AreaLink path={area.path} className="btn btn-primary">
        모든 글 보기
      </AreaLink>
    </EmptyState>
  )
}

function NoPostsHere({ area: { name, around, lat, lng } }: { area: Area }) {
  const hydrated = useHydrated()
  const larger = around.at(-1)
  const near = lat === null || lng === null ? null : { lat, lng }
  return (
    <>
      <NoPosts title="아직 이 지역의 글이 없어요" text="다녀온 식당을 처음으로 나눠 주세요.">
        {larger && (
          <AreaLink path={larger.path} className="btn btn-quiet">
            {larger.name} 글 보기
          </AreaLink>
        )}
      </NoPosts>
      {hydrated && near && (
        <Suspense>
          <TownShops town={{ name, near: formatNear(near) }} near={near} />
        </Suspense>
      )}
    </>
  )
}

/** Width in pixels of a small screen's map, which an area should fill. */
const MAP_PIXELS = 320
const ZOOM_LIMITS = { min: 7, max: 15 }
const USUAL_ZOOM = 11

/**
 * The view of an area, as parameters of the map page's URL; none for the whole country. An area without posts gets a zoom at which
 * the map shows shops.
 */
function areaView({ count, around, lat, lng, box }: Area): { lat?: number; lng?: number; zoom?: number } {
  if (lat === null || lng === null) return {}
  if (count === 0 && around.length > 0) return { lat, lng, zoom: MIN_SHOPS_ZOOM }
  if (!box) return { lat, lng, zoom: USUAL_ZOOM }
  const span = Math.max(box.east - box.west, (box.north - box.south) / Math.cos((lat * Math.PI) / 180))
  const zoom = Math.floor(Math.log2((MAP_PIXELS * 360) / (TILE_PIXELS * span)))
  return {
    lat: (box.south + box.north) / 2,
    lng: (box.west + box.east) / 2,
    zoom: Math.max(ZOOM_LIMITS.min, Math.min(ZOOM_LIMITS.max, zoom)),
  }
}
