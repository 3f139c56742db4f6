import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../../graphql.ts'
import { miniPost } from './post-fields.ts'

const document = graphql(/* GraphQL */ `
  query getWeeklyTop($area: String!) {
    getWeeklyTop(area: $area) {
      post { ...MiniPost kind price }
      people
    }
  }
${miniPost}`)

export type WeeklyPost = DataOf<typeof document>['getWeeklyTop'][number]

/** The ten posts of an area that most people liked, kept or commented on within a week. */
export function weeklyQuery(execute: ExecuteGraphql, area: string) {
  return queryOptions({
    queryKey: ['weekly_top', area],
    queryFn: async ({ signal }) => (await request(execute, document, { area }, { signal })).getWeeklyTop,
    retry: retryOnce,
  })
}
