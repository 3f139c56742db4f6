import { rootRouteId, useLoaderData } from '@tanstack/react-router'
import type { Site } from '#contract/page-context.ts'

/** The site's settings and the time of rendering, from the server; constant for the life of a tab. */
export type PageInfo = { site: Site; now: string; holidays: readonly string[] }

/** The page info that this tab started with. */
export function usePageInfo(): PageInfo {
  return useLoaderData({ from: rootRouteId })
}

type Matches = readonly { routeId: string; loaderData?: unknown }[]

export function siteOf(matches: Matches): Site {
  const info = matches.find((match) => match.routeId === rootRouteId)?.loaderData as PageInfo | undefined
  return info?.site ?? { name: '', origin: '', contact: null }
}

/** `<title>` and `noindex` for a private page. */
export function privateHead(matches: Matches, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(matches).name}` }, { name: 'robots', content: 'noindex' }] }
}
