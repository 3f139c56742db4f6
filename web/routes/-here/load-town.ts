import { radii, writeNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import type { ExecuteGraphql } from '../../graphql.ts'
import { loadTownArea } from '../../places/areas.tsx'
import { loadLandmark } from '../../places/landmarks.ts'
import { type ListSearch, listParams, wholeList } from '../../posts/lists/list-search.ts'
import { weeklyQuery } from '../../posts/lists/weekly-top.tsx'
import { nearPlacesQuery } from '../../posts/queries/near-places-query.ts'
import { areaListQuery, postsQuery } from '../../posts/queries/posts-query.ts'
import type { RouterContext } from '../../router-context.ts'

/** With fewer posts than these in an area, the larger one around it is shown. */
const FEW_POSTS = 10

export const OPEN_RADIUS = radii[0]

export function openQuery(execute: ExecuteGraphql, near: Position) {
  return nearPlacesQuery(execute, { near, radius: OPEN_RADIUS, open: true })
}

/** For the places that open next. */
export function nearestQuery(execute: ExecuteGraphql, near: Position) {
  return nearPlacesQuery(execute, { near, radius: OPEN_RADIUS })
}

export function feedQuery(execute: ExecuteGraphql, area: { path: string } | null, around: ListSearch) {
  return area ? areaListQuery(execute, area.path, wholeList()) : postsQuery(execute, listParams(around))
}

type Asked = { near: Position; radius?: string | undefined; area?: string; around?: string }

export async function loadTown(context: RouterContext, { near, radius, area: path, around }: Asked) {
  const { queryClient, graphql } = context
  const [landmark, area, open] = await Promise.all([
    around === undefined ? null : loadLandmark(context, around, near),
    loadTownArea(context, near, path),
    queryClient.ensureInfiniteQueryData(openQuery(graphql, near)),
  ])
  if (open.pages[0]?.data.length === 0) await queryClient.ensureInfiniteQueryData(nearestQuery(graphql, near))
  // One area for all that is told of one; the 시도 would be too much.
  const [, ...larger] = area?.around ?? []
  const shown = area && area.count < FEW_POSTS ? (larger.at(-1) ?? area) : area
  if (shown) await queryClient.ensureQueryData(weeklyQuery(graphql, shown.path))
  return {
    near,
    name: (landmark && around) ?? area?.name ?? '내 주변',
    /** Value of `around` in links to home, which names the place of its near posts. */
    around: (landmark && around) ?? area?.path,
    isPosition: path === undefined && !landmark,
    shown: shown && { name: shown.name, path: shown.path },
    feed: feedQuery(graphql, shown, { near: writeNear(near), radius }),
  }
}
