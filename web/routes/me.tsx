import { createFileRoute } from '@tanstack/react-router'
import { redirectIfExpired } from '../accounts/expired-session.ts'
import { requireMember } from '../accounts/route-guards.ts'
import { privateHead } from '../page-info.ts'
import { collectionsQuery } from '../posts/collections/collection-queries.ts'
import { MyListPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { MePage } from './-me/me-page.tsx'
import { type MeSearch, readMeSearch, savedParams } from './-me/me-search.ts'
import { savedCountsQuery, savedListQuery } from './-me/saved-queries.ts'

export const Route = createFileRoute('/me')({
  validateSearch: (search: Record<string, unknown>): MeSearch => readMeSearch(search),
  beforeLoad: requireMember,
  loaderDeps: ({ search: { view: _, ...search } }) => savedParams(search),
  loader: async ({ context, deps, location }) => {
    if (!context.reader.viewer) return
    const { queryClient, graphql } = context
    const collections = queryClient.prefetchQuery(collectionsQuery(graphql, context.reader.viewer.jwt))
    const counts = queryClient.prefetchQuery(savedCountsQuery(graphql))
    const list = loadList(context, savedListQuery(graphql, deps), location.state.__TSR_key)
    await redirectIfExpired({ context, location }, list)
    await Promise.all([counts, collections])
  },
  head: ({ matches }) => privateHead(matches, '내 맛집'),
  pendingComponent: MyListPending,
  component: MePage,
})
