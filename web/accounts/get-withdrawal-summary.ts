import { queryOptions } from '@tanstack/react-query'
import { type DataOf, type ExecuteGraphql, graphql, request } from '../graphql.ts'

const document = graphql(/* GraphQL */ `
  query getWithdrawalSummary {
    getWithdrawalSummary { posts likes images }
  }
`)

export type WithdrawalSummary = DataOf<typeof document>['getWithdrawalSummary']

/** What would go with the account; asked whenever the panel opens. */
export function withdrawalSummaryQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'withdrawal'],
    queryFn: async ({ signal }) => (await request(execute, document, {}, { signal })).getWithdrawalSummary,
    staleTime: 0,
    gcTime: 0,
  })
}
