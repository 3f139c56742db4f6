import type { QueryClient } from '@tanstack/react-query'
import type { PageContext } from '#contract/page-context.ts'
import type { ExecuteGraphql } from './graphql.ts'

/** What loaders and components of every route are given. */
export type RouterContext = {
  queryClient: QueryClient
  graphql: ExecuteGraphql
  /** What the server handed over; undefined in the browser. */
  page: PageContext | undefined
}
