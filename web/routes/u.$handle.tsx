import { createFileRoute } from '@tanstack/react-router'
import { type Author, authorQuery } from '../authors/people.ts'
import { rethrowAsNotFound } from '../failures.ts'
import { entryKeyOf } from '../kit/history-entry.ts'
import { siteOf } from '../page-info.ts'
import { collectionsQuery } from '../posts/collections/collection-queries.ts'
import { type ListSearch, listParams, parseListSearch } from '../posts/lists/list-search.ts'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { authorPostsQuery } from '../posts/queries/posts-query.ts'
import type { Ref } from '../store/store.ts'
import { AuthorPage } from './-author/author-page.tsx'
import { AuthorNotFound } from './-not-found.tsx'

type View = 'map' | 'collections'
type AuthorSearch = Omit<ListSearch, 'near' | 'around'> & { view?: View | undefined }

export const Route = createFileRoute('/u/$handle')({
  validateSearch: (search: Record<string, unknown>): AuthorSearch => ({
    ...parseListSearch({ ...search, near: undefined, around: undefined }),
    ...(search.view !== undefined && { view: parseView(search.view) }),
  }),
  loaderDeps: ({ search }) => listParams(search),
  loader: async ({ context, params: { handle }, deps, location }) => {
    const { queryClient, graphql } = context
    const collections = queryClient.prefetchQuery(collectionsQuery(graphql, handle))
    const posts = loadList(context, authorPostsQuery(graphql, handle, deps), entryKeyOf(location))
    await queryClient.ensureQueryData(authorQuery(graphql, handle)).catch(async (error: unknown) => {
      await Promise.all([posts.catch(() => {}), collections])
      rethrowAsNotFound(error)
    })
    await Promise.all([posts, collections])
  },
  head: async ({ match, params }) => {
    const { queryClient, store } = match.context
    const author = store.get('author', queryClient.getQueryData<Ref<Author>>(['author', params.handle]))
    const { authorHead } = await import('./-heads.ts')
    return authorHead(siteOf(match), author, match.search.page, match.error)
  },
  pendingComponent: FeedPending,
  component: AuthorPage,
  notFoundComponent: AuthorNotFound,
})

function parseView(view: unknown): View | undefined {
  return view === 'map' || view === 'collections' ? view : undefined
}
