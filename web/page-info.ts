import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import type { PageContext, PageInfo, Site } from '#contract/page-context.ts'
import { sentAt, serverNow } from './kit/clock.ts'
import type { CarriedEntities, Store } from './store/store.ts'

export type { PageInfo }

export function usePageInfo(): PageInfo {
  return useRouter().options.context.info
}

/** Notes of the server about the page that it renders; undefined in a browser. */
export function useServerPage(): Pick<PageContext, 'showsAgo' | 'showsHours'> | undefined {
  return useRouter().options.context.page
}

export function useNow(): string | number {
  const { now } = usePageInfo()
  return useHydrated() ? serverNow() : now
}

type Match = { context: { info: PageInfo } }

/** For the `head` of a route. */
export function siteOf({ context }: Match): Site {
  return context.info.site
}

export function privateHead(match: Match, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(match).name}` }, { name: 'robots', content: 'noindex' }] }
}

/** Data inside a page: its info, the queries that the server loaded, and what these name, each once. */
type PageData = PageInfo & { queries: (readonly [key: QueryKey, data: unknown])[]; store: CarriedEntities }

/** The id of the element of a page that carries it, as JSON. */
export const PAGE_DATA = 'page_data'

/** The server calls it after the loaders have finished. Queries that begin with a constant do so in the browser too. */
export function collectPageData({ site, now, holidays }: PageInfo, client: QueryClient, store: Store): PageData {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdateCount > 0 })
  const queries = loaded.map(({ queryKey, state }) => [queryKey, state.data] as const)
  return { site, now, holidays, queries, store: store.carry() }
}

/** Hands what the server loaded to the browser. */
export function acceptPageData(
  client: QueryClient,
  store: Store,
  { queries, store: carried, ...info }: PageData,
): PageInfo {
  store.accept(carried)
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt: sentAt(info.now) })
  return info
}
