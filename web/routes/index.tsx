import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type Filter, toFilter } from '#rules/paging.ts'
import { postsQuery } from '../queries/get-posts.ts'

export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): { filter?: Filter } =>
    search.filter === undefined ? {} : { filter: toFilter(search.filter) },
  loaderDeps: ({ search }) => ({ filter: search.filter ?? 'latest' }),
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureInfiniteQueryData(postsQuery(context.graphql, deps.filter))
  },
  component: Home,
})

function Home() {
  const { graphql } = Route.useRouteContext()
  const { filter } = Route.useLoaderDeps()
  const { data } = useSuspenseInfiniteQuery(postsQuery(graphql, filter))
  return (
    <ul>
      {data.pages.flatMap((page) => page.data).map((post) => <li key={post.id}>{post.title}</li>)}
    </ul>
  )
}
