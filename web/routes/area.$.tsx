import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ApiError, type ExecuteGraphql } from '../graphql.ts'
import { siteOf } from '../page-info.ts'
import { type Area, areaQuery, loadAreaAt } from '../places/area-query.ts'
import { type ListSearch, listParams, readListSearch } from '../posts/lists/list-search.ts'
import { loadList } from '../posts/lists/load-list.ts'
import { FeedPending, PENDING_AFTER } from '../posts/lists/skeletons.tsx'
import { weeklyQuery } from '../posts/lists/weekly-top.tsx'
import { areaListQuery, postsQuery } from '../posts/queries/posts-query.ts'
import { AreaPage } from './-area/area-page.tsx'
import { readView } from './-map/map-url.ts'
import { AreaNotFound } from './-not-found.tsx'

/** With `lat`, `lng` and `zoom` of a map, the page redirects to the area in its view. */
type AreaSearch = ListSearch & { lat?: number; lng?: number; zoom?: number }

export const Route = createFileRoute('/area/$')({
  validateSearch: (search: Record<string, unknown>): AreaSearch => ({
    ...readListSearch(search),
    ...readView(search),
  }),
  loaderDeps: ({ search: { lat, lng, zoom, ...search } }) => ({
    view: lat === undefined || lng === undefined || zoom === undefined ? null : { lat, lng, zoom },
    search,
  }),
  loader: async ({ context, params: { _splat: path = '' }, deps: { view, search }, location }) => {
    const { queryClient, graphql } = context
    if (view) throw toArea(await loadAreaAt(graphql, view), search, 302)
    const area = await queryClient.ensureQueryData(areaQuery(graphql, path)).catch(asNotFound)
    if (area.path !== path) throw toArea(area.path, search, 301)
    await Promise.all([
      loadList(context, postsOf(graphql, path, search), location.state.__TSR_key),
      // Only 시군구 and 동 have one; without it the page is shown too.
      path.includes('/') && queryClient.prefetchQuery(weeklyQuery(graphql, path)),
    ])
  },
  head: async ({ match, matches, params: { _splat: path = '' } }) => {
    const area = match.context.queryClient.getQueryData<Area>(['area', path])
    const { areaHead } = await import('./-area/area-head.ts')
    return areaHead(siteOf(matches), area, match.search, match.error)
  },
  pendingComponent: FeedPending,
  pendingMs: PENDING_AFTER,
  component: AreaPage,
  notFoundComponent: AreaNotFound,
})

function postsOf(graphql: ExecuteGraphql, path: string, search: ListSearch) {
  return path === '' ? postsQuery(graphql, listParams(search)) : areaListQuery(graphql, path, listParams(search))
}

function toArea(path: string, search: ListSearch, statusCode: 301 | 302) {
  return redirect({ to: paths.area, params: { _splat: path }, search, statusCode, replace: true })
}

function asNotFound(error: unknown): never {
  const isUnknown = error instanceof ApiError && ['NOT_FOUND', 'BAD_USER_INPUT'].includes(error.code)
  throw isUnknown ? notFound() : error
}
