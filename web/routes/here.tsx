import { createFileRoute } from '@tanstack/react-router'
import { parseNear } from '#rules/paging.ts'
import { entryKeyOf } from '../kit/history-entry.ts'
import { privateHead } from '../page-info.ts'
import { loadPopularAreas } from '../places/area-links.tsx'
import { type ListSearch, parseListSearch } from '../posts/lists/list-search.ts'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { HerePage } from './-here/here-page.tsx'
import { loadTown } from './-here/load-town.ts'

/** A position, and the area or the landmark by which it was chosen. Without one the page asks for it. */
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
    const town = await loadTown(context, { ...deps, near })
    await loadList(context, town.feed, entryKeyOf(location))
    const { feed: _, ...shown } = town
    return shown
  },
  // There are as many of these pages as positions.
  head: ({ loaderData, match }) => privateHead(match, `${loaderData?.name ?? '내 동네'} 맛집`),
  pendingComponent: FeedPending,
  component: HerePage,
})
