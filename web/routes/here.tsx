import { createFileRoute } from '@tanstack/react-router'
import { parseNear } from '#rules/paging.ts'
import { entryKeyOf } from '../kit/history-entry.ts'
import { privateHead } from '../page-info.ts'
import { loadPopularAreas } from '../places/area-links.tsx'
import { type ListSearch, parseListSearch } from '../posts/lists/list-search.ts'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { HerePage } from './-here/here-page.tsx'
import { loadTownPage } from './-here/load-town.ts'

/** The town's position, and the area or landmark (`around`) by which it was chosen. Without `near` the page asks for a town. */
type HereSearch = Pick<ListSearch, 'near' | 'radius'> & { area?: string; around?: string }

export const Route = createFileRoute('/here')({
  validateSearch: ({ near, radius, area, around }: Record<string, unknown>): HereSearch => ({
    ...parseListSearch({ near, radius }),
    ...(area !== undefined && { area: String(area) }),
    ...(around !== undefined && { around: String(around) }),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, location }) => {
    const near = parseNear(deps.near)
    if (!near) {
      await loadPopularAreas(context)
      return null
    }
    const town = await loadTownPage(context, { ...deps, near })
    await loadList(context, town.feed, entryKeyOf(location))
    const { feed: _, ...shown } = town
    return shown
  },
  // Not indexed, because there is such a page for every position.
  head: ({ loaderData, match }) => privateHead(match, `${loaderData?.name ?? '내 동네'} 맛집`),
  pendingComponent: FeedPending,
  component: HerePage,
})
