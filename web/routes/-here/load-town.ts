import { radii, writeNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import type { ExecuteGraphql } from '../../graphql.ts'
import { loadTownArea } from '../../places/areas.tsx'
import { loadLandmark } from '../../places/landmarks.ts'
import { type ListSearch, listParams, wholeList } from '../../posts/lists/list-search.ts'
import { weeklyQuery } from '../../posts/lists/weekly-top.tsx'
import { areaListQuery, postsQuery } from '../../posts/queries/posts-query.ts'
import type { RouterContext } from '../../router-context.ts'

/** With fewer posts than these in an area, the larger one around it is shown. */
const FEW_POSTS = 10
const FEW_RANKS = 3

export const OPEN_RADIUS = radii[0]

export function openQuery(execute: ExecuteGraphql, near: Position) {
  return postsQuery(execute, listParams({ near: writeNear(near), radius: String(OPEN_RADIUS), open: '1' }))
}

export function feedQuery(execute: ExecuteGraphql, area: { path: string } | null, around: ListSearch) {
  return area ? areaListQuery(execute, area.path, wholeList()) : postsQuery(execute, listParams(around))
}

type Asked = { near: Position; radius?: string | undefined; area?: string; around?: string }

export async function loadTown(context: RouterContext, { near, radius, area: path, around }: Asked) {
  const { queryClient, graphql } = context
  const [landmark, area] = await Promise.all([
    around === undefined ? null : loadLandmark(context, around, near),
    loadTownArea(context, near, path),
    queryClient.ensureInfiniteQueryData(openQuery(graphql, near)),
  ])
  const areas = area ? [area, ...area.around.slice(1).toReversed()] : []
  let week: (typeof areas)[number] | null = null
  for (const one of areas) {
    week = one
    if ((await queryClient.ensureQueryData(weeklyQuery(graphql, one.path))).length >= FEW_RANKS) break
  }
  const wide = area && area.count < FEW_POSTS ? (areas[1] ?? area) : area
  const shown = (one: { name: string; path: string } | null) => one && { name: one.name, path: one.path }
  return {
    near,
    name: (landmark && around) ?? area?.name ?? '내 주변',
    /** Position by which home lists near posts under this name. */
    around: (landmark && around) ?? area?.path,
    isPosition: path === undefined && !landmark,
    week: shown(week),
    wide: shown(wide),
    feed: feedQuery(graphql, wide, { near: writeNear(near), radius }),
  }
}
