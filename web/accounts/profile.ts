import { queryOptions } from '@tanstack/react-query'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query profile($jwt: String!) {
    user(jwt: $jwt) { image email username jwt questionIndex questionAnswer }
  }
`)

/** The person's own record with the security answer. Only the profile screen loads it (P8), and it is not cached. */
export function profileQuery(execute: ExecuteGraphql, jwt: string) {
  return queryOptions({
    queryKey: ['user_info', jwt],
    queryFn: async ({ signal }) => (await request(execute, document, { jwt }, { signal })).user,
    gcTime: 10_000,
  })
}
