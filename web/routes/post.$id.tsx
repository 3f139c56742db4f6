import { createFileRoute, notFound } from '@tanstack/react-router'
import { ApiError } from '../graphql.ts'
import { siteOf } from '../page-info.ts'
import { placePostsQuery } from '../posts/get-place.ts'
import { type Post, postQuery } from '../posts/get-post.ts'
import { PENDING_AFTER, PostPending } from '../posts/skeletons.tsx'
import { PostNotFound } from './-not-found.tsx'
import { PostDetail } from './-post/post-detail.tsx'

export const Route = createFileRoute('/post/$id')({
  loader: async ({ context: { queryClient, graphql }, params: { id } }) => {
    const neighbours = queryClient.prefetchQuery(placePostsQuery(graphql, id))
    await queryClient.ensureQueryData(postQuery(graphql, id)).catch(async (error: unknown) => {
      // A query still pending when the page is sent would fail unhandled in the browser.
      await neighbours
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFound() : error
    })
    await neighbours
  },
  head: async ({ match, matches, params }) => {
    const post = match.context.queryClient.getQueryData<Post>(['post', params.id])
    const { postHead } = await import('./-post/post-head.ts')
    return postHead(siteOf(matches), post, match.error)
  },
  pendingComponent: PostPending,
  pendingMs: PENDING_AFTER,
  component: PostDetail,
  notFoundComponent: PostNotFound,
})
