import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../graphql.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'
import type { RouterContext } from '../router-context.ts'

type AreaLinkProps = {
  path: string
  /** The order and the filter of the list that it leads to. */
  search?: ListSearch
  className: string
  children: ReactNode
}

export function AreaLink({ path, search = {}, className, children }: AreaLinkProps) {
  return (
    <Link to={paths.area} params={{ _splat: path }} search={search} className={className}>
      {children}
    </Link>
  )
}

type CountedAreaProps = { area: { name: string; path: string; count: number }; search?: ListSearch }

export function AreaWithCount({ area: { name, path, count }, search = {} }: CountedAreaProps) {
  return (
    <li>
      <AreaLink path={path} search={search} className="area">
        {name}
        {count > 0 && <span className="num"> {count.toLocaleString('ko-KR')}</span>}
      </AreaLink>
    </li>
  )
}

const getPopularAreas = graphql(/* GraphQL */ `
  query getPopularAreas @kept { getPopularAreas { name path count } }
`)

const TEN_MINUTES = 600_000

function popularAreasQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['popular_areas'],
    queryFn: ({ signal }) => getPopularAreas(execute, {}, { signal }),
    staleTime: TEN_MINUTES,
  })
}

export async function loadPopularAreas({ queryClient, graphql }: Pick<RouterContext, 'queryClient' | 'graphql'>) {
  await queryClient.ensureQueryData(popularAreasQuery(graphql)).catch(() => {})
}

export function useLoadedPopularAreas() {
  return useQuery({ ...popularAreasQuery(useGraphql()), enabled: false }).data ?? []
}

/** Row of links to the areas with the most posts, after other links to areas; null without any. */
export function PopularAreas({ first }: { first?: ReactNode }) {
  const areas = useLoadedPopularAreas()
  if (areas.length === 0 && !first) return null
  return (
    <nav aria-label="인기 지역">
      <ul className="areas areas-row">
        {first && <li>{first}</li>}
        {areas.map((area) => (
          <AreaWithCount key={area.path} area={area} />
        ))}
        <li>
          <AreaLink path="" className="area">
            전체 지역
          </AreaLink>
        </li>
      </ul>
    </nav>
  )
}
