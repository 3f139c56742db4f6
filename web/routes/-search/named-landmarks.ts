import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../../graphql.ts'
import type { RouterContext } from '../../router-context.ts'

const TEN_MINUTES = 600_000

const document = graphql(/* GraphQL */ `
  query getNamedLandmarks($keyword: String!) {
    suggestLandmarks(keyword: $keyword) { name kind area position { lat lng } named }
  }
`)

export type Landmark = DataOf<typeof document>['suggestLandmarks'][number]

/** The stations, markets and sights that a keyword names. Several may have one name, such as 중앙시장. */
export function namedLandmarksQuery(execute: ExecuteGraphql, keyword: string) {
  return queryOptions({
    queryKey: ['named_landmarks', keyword],
    queryFn: async ({ signal }): Promise<Landmark[]> => {
      const { suggestLandmarks } = await request(execute, document, { keyword }, { signal })
      return suggestLandmarks.filter(({ named }) => named)
    },
    staleTime: TEN_MINUTES,
    retry: retryOnce,
  })
}

/** Loads them for the page; after a failure the page is shown without them. */
export async function loadNamedLandmarks({ queryClient, graphql: execute }: RouterContext, keyword: string) {
  return queryClient.ensureQueryData(namedLandmarksQuery(execute, keyword)).catch((): Landmark[] => [])
}
