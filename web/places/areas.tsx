import { queryOptions } from '@tanstack/react-query'
import type { GetAreaQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'
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

export async function loadAreaAt(execute: ExecuteGraphql, view: { lat: number; lng: number; zoom: number }) {
  return (await getAreaAt(execute, view))?.path ?? ''
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
