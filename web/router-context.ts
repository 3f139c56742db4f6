import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { PageContext, PageInfo } from '#contract/page-context.ts'
import type { ExecuteGraphql } from './graphql.ts'
import type { Store } from './store/store.ts'

export type RouterContext = {
  queryClient: QueryClient
  graphql: ExecuteGraphql
  store: Store
  info: PageInfo
  /** The server's page context; undefined in the browser. */
  page: PageContext | undefined
}

export function useRouterContext(): RouterContext {
  return useRouter().options.context
}
