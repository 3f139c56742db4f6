import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ExecuteGraphql, graphql, request, retryOnce, useGraphql } from '../graphql.ts'
import type { RouterContext } from '../router-context.ts'
import { AreaLink, CountedArea } from './area-link.tsx'

const document = graphql(/* GraphQL */ `
  query getPopularAreas {
    getPopularAreas { name path count }
  }
`)

const TEN_MINUTES = 600_000

/** The areas with the most posts. */
function popularAreasQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['popular_areas'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getPopularAreas,
    staleTime: TEN_MINUTES,
    retry: retryOnce,
  })
}

/** Loads them for a page; after a failure the page is shown without them. */
export async function loadPopularAreas({ queryClient, graphql }: Pick<RouterContext, 'queryClient' | 'graphql'>) {
  await queryClient.ensureQueryData(popularAreasQuery(graphql)).catch(() => {})
}

/** The popular areas that the page's loader has loaded; none if it failed. */
export function usePopularAreas() {
  return useQuery({ ...popularAreasQuery(useGraphql()), enabled: false }).data ?? []
}

/** One row of links to the areas with the most posts, after what else leads to an area; null without any. */
export function PopularAreas({ first }: { first?: ReactNode }) {
  const areas = usePopularAreas()
  if (areas.length === 0 && !first) return null
  return (
    <nav aria-label="인기 지역">
      <ul className="areas areas-row">
        {first && <li>{first}</li>}
        {areas.map((area) => (
          <CountedArea key={area.path} area={area} />
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
