import { queryOptions } from '@tanstack/react-query'
import type { GetAreaQuery } from '#contract/operations.gen.ts'
import type { Position } from '#rules/position.ts'
import { ApiError, type ExecuteGraphql, graphql } from '../graphql.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'
import type { RouterContext } from '../router-context.ts'
import { AreaLink } from './area-links.tsx'

const getArea = graphql(/* GraphQL */ `
  query getArea($path: String!) @kept {
    getArea(path: $path) {
      name path around { name path } parts { name path count } names count lat lng box { south west north east } share_image
    }
  }
`)

const getAreaAt = graphql(/* GraphQL */ `
  query getAreaAt($lat: Float!, $lng: Float!, $zoom: Float!) {
    getAreaAt(lat: $lat, lng: $lng, zoom: $zoom) { path }
  }
`)

export type Area = GetAreaQuery['getArea']

export function areaQuery(execute: ExecuteGraphql, path: string) {
  return queryOptions({
    queryKey: ['area', path],
    queryFn: () => getArea(execute, { path }),
  })
}

export async function loadAreaPathAt(execute: ExecuteGraphql, view: { lat: number; lng: number; zoom: number }) {
  return (await getAreaAt(execute, view))?.path ?? ''
}

/** At this zoom a 동 fills a phone's screen. */
export const TOWN_ZOOM = 15

/**
 * The area of a town: that of its path, or else the one around its position; null abroad, and while areas are prepared.
 * @throws any other failure
 */
export async function loadTownArea(
  { queryClient, graphql }: Pick<RouterContext, 'queryClient' | 'graphql'>,
  near: Position,
  path = '',
): Promise<Area | null> {
  const known = path === '' ? null : await queryClient.ensureQueryData(areaQuery(graphql, path)).catch(ifUnknown)
  if (known) return known
  const found = await loadAreaPathAt(graphql, { ...near, zoom: TOWN_ZOOM })
  return found === '' ? null : queryClient.ensureQueryData(areaQuery(graphql, found)).catch(ifUnknown)
}

function ifUnknown(error: unknown): null {
  if (error instanceof ApiError && ['NOT_FOUND', 'BAD_USER_INPUT', 'PREPARING'].includes(error.code)) return null
  throw error
}

type AreaCrumbsProps = { areas: readonly { name: string; path: string }[]; search?: ListSearch }

export function AreaCrumbs({ areas, search = {} }: AreaCrumbsProps) {
  return (
    <nav className="crumbs" aria-label="지역">
      <ol>
        {areas.map(({ name, path }) => (
          <li key={path}>
            <AreaLink path={path} search={search} className="crumb">
              {name}
            </AreaLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
