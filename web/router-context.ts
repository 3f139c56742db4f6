import type { QueryClient } from '@tanstack/react-query'
import type { PageContext } from '#contract/page-context.ts'
import type { ExecuteGraphql } from './graphql.ts'

/** The context of all routes' loaders and components. */
export type RouterContext = {
  queryClient: QueryClient
  graphql: ExecuteGraphql
  /** The server's page context; undefined in the browser. */
  page: PageContext | undefined
}
