import type { QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { PageContext, PageInfo } from '#contract/page-context.ts'
import type { ExecuteGraphql } from './graphql.ts'
import type { ReaderStore } from './reader/reader-store.ts'

export type RouterContext = {
  queryClient: QueryClient
  graphql: ExecuteGraphql
  reader: ReaderStore
  info: PageInfo
  /** The server's page context; undefined in the browser. */
  page: PageContext | undefined
}

export function useRouterContext(): RouterContext {
  return useRouter().options.context
}
