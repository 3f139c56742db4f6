import { rootRouteId, useLoaderData } from '@tanstack/react-router'
import type { Site } from '#contract/page-context.ts'

/** What the server said of the site, and the instant of its rendering; the same for the life of a tab. */
export type PageInfo = { site: Site; now: string }

/** What the server said of the site when this tab began. */
export function usePageInfo(): PageInfo {
  return useLoaderData({ from: rootRouteId })
}

type Matches = readonly { routeId: string; loaderData?: unknown }[]

/** The site, for `head()` of a route. */
export function siteOf(matches: Matches): Site {
  const info = matches.find((match) => match.routeId === rootRouteId)?.loaderData as PageInfo | undefined
  return info?.site ?? { name: '', origin: '' }
}

/** `<title>` and robots of a page that is nobody else's business. */
export function privateHead(matches: Matches, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(matches).name}` }, { name: 'robots', content: 'noindex' }] }
}
