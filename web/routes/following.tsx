import { createFileRoute } from '@tanstack/react-router'
import { redirectIfExpired } from '../accounts/expired-session.ts'
import { requireMember } from '../accounts/route-guards.ts'
import { activeAuthorsQuery } from '../authors/people.ts'
import { privateHead } from '../page-info.ts'
import { filtersOf, readFilters } from '../posts/lists/list-search.ts'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { followedQuery } from '../posts/queries/followed-query.ts'
import { FollowingPage } from './-following/following-page.tsx'

export const Route = createFileRoute('/following')({
  validateSearch: readFilters,
  beforeLoad: requireMember,
  loaderDeps: ({ search }) => filtersOf(search),
  loader: async ({ context, location, deps }) => {
    const { queryClient, graphql, reader } = context
    if (!reader.viewer) return
    const query = followedQuery(graphql, reader.viewer.jwt, deps)
    await redirectIfExpired({ context, location }, loadList(context, query, location.state.__TSR_key))
    const list = queryClient.getQueryData(query.queryKey)
    if (list?.pages[0]?.data.length === 0) await queryClient.prefetchQuery(activeAuthorsQuery(graphql))
  },
  head: ({ matches }) => privateHead(matches, '팔로잉'),
  pendingComponent: FeedPending,
  component: FollowingPage,
})
