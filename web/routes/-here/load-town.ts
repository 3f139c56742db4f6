import { formatNear, listRadii } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import type { ExecuteGraphql } from '../../graphql.ts'
import { loadTownArea } from '../../places/areas.tsx'
import { loadLandmark } from '../../places/landmarks.ts'
import { type ListSearch, listParams, unfilteredListParams } from '../../posts/lists/list-search.ts'
import { weeklyTopQuery } from '../../posts/lists/weekly-top.tsx'
import { nearPlacesQuery } from '../../posts/queries/near-places-query.ts'
import { areaPostsQuery, postsQuery } from '../../posts/queries/posts-query.ts'
import type { RouterContext } from '../../router-context.ts'

/** If an area has fewer posts than this, the larger area around it is shown. */
const FEW_POSTS = 10

/** Radius in metres within which places that are open now are shown. */
export const OPEN_NOW_RADIUS = listRadii[0]

export function openNowPostsQuery(execute: ExecuteGraphql, near: Position) {
  return nearPlacesQuery(execute, { near, radius: OPEN_NOW_RADIUS, open: true })
}

/** Posts nearest to a position, among which the places that open next are looked for. */
export function nearestPostsQuery(execute: ExecuteGraphql, near: Position) {
  return nearPlacesQuery(execute, { near, radius: OPEN_NOW_RADIUS })
}

/** Posts of an area; without one, posts around a position. */
export function townFeedQuery(execute: ExecuteGraphql, area: { path: string } | null, around: ListSearch) {
  return area ? areaPostsQuery(execute, area.path, unfilteredListParams()) : postsQuery(execute, listParams(around))
}

type Asked = { near: Position; radius?: string | undefined; area?: string; around?: string }

export async function loadTownPage(context: RouterContext, { near, radius, area: path, around }: Asked) {
  const { queryClient, graphql } = context
  const [landmark, area, open] = await Promise.all([
    around === undefined ? null : loadLandmark(context, around, near),
    loadTownArea(context, near, path),
    queryClient.ensureInfiniteQueryData(openNowPostsQuery(graphql, near)),
  ])
  if (open.pages[0]?.data.length === 0) await queryClient.ensureInfiniteQueryData(nearestPostsQuery(graphql, near))
  // New posts and weekly ranks are of the same area, which is at most a 시군구: a 시도 would be too large.
  const [, ...larger] = area?.around ?? []
  const shown = area && area.count < FEW_POSTS ? (larger.at(-1) ?? area) : area
  if (shown) await queryClient.ensureQueryData(weeklyTopQuery(graphql, shown.path))
  return {
    near,
    name: (landmark && around) ?? area?.name ?? '내 주변',
    /** Landmark or area path for the URL parameter `around` of links to home, where the list's heading names it. */
    around: (landmark && around) ?? area?.path,
    isPosition: path === undefined && !landmark,
    shown: shown && { name: shown.name, path: shown.path },
    feed: townFeedQuery(graphql, shown, { near: formatNear(near), radius }),
  }
}
