import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useHydrated, useRouter } from '@tanstack/react-router'
import type { PageContext, PageInfo, Site } from '#contract/page-context.ts'
import { pageSentAt, serverNow } from './kit/clock.ts'
import type { SerializedEntities, Store } from './store/store.ts'

export type { PageInfo }

export function usePageInfo(): PageInfo {
  return useRouter().options.context.info
}

/** Functions by which a page that the server renders says which times it shows; undefined in a browser. */
export function useServerPage(): Pick<PageContext, 'showsAgo' | 'showsHours'> | undefined {
  return useRouter().options.context.page
}

/** The present time by the server's clock; until hydration, the time when the page was rendered. */
export function useNow(): string | number {
  const { now } = usePageInfo()
  return useHydrated() ? serverNow() : now
}

type Match = { context: { info: PageInfo } }

/** The site of a page, for the `head` of its route. */
export function siteOf({ context }: Match): Site {
  return context.info.site
}

export function privateHead(match: Match, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(match).name}` }, { name: 'robots', content: 'noindex' }] }
}

/**
 * Data that a page carries to the browser: its info, the queries that the server loaded, and the posts, comments and authors
 * that they name, each once.
 */
type PageData = PageInfo & { queries: (readonly [key: QueryKey, data: unknown])[]; store: SerializedEntities }

/** Id of the element of a page that holds its `PageData` as JSON. */
export const PAGE_DATA_ID = 'page_data'

/**
 * Call it on the server after the loaders have finished. Queries with only their initial data are left out: they begin with
 * the same data in the browser.
 */
export function collectPageData({ site, now, holidays }: PageInfo, client: QueryClient, store: Store): PageData {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.dataUpdateCount > 0 })
  const queries = loaded.map(({ queryKey, state }) => [queryKey, state.data] as const)
  return { site, now, holidays, queries, store: store.serialize() }
}

/** Puts a page's data into the browser's query cache and store, and returns the page's info. */
export function acceptPageData(
  client: QueryClient,
  store: Store,
  { queries, store: carried, ...info }: PageData,
): PageInfo {
  store.deserialize(carried)
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt: pageSentAt(info.now) })
  return info
}
