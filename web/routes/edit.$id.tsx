import { createFileRoute, notFound } from '@tanstack/react-router'
import { requireMember } from '../accounts/route-guards.ts'
import { currentViewer } from '../accounts/viewer.ts'
import { ApiError } from '../graphql.ts'
import { privateHead } from '../page-info.ts'
import { loadPost } from '../posts/get-post.ts'
import { setPageStatus } from '../response-status.ts'
import { PostNotFound } from './-not-found.tsx'
import { EditPost } from './-post-form/edit-post.tsx'

export const Route = createFileRoute('/edit/$id')({
  beforeLoad: requireMember,
  // The post is not cached, so a page for another person contains nothing of it (threat 7).
  loader: async ({ context, params: { id } }) => {
    const post = await loadPost(context.graphql, id).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFound() : error
    })
    if (post.user_id === currentViewer(context)?.jwt) return post
    setPageStatus(403)
    return null
  },
  head: ({ matches }) => privateHead(matches, '글 수정'),
  component: EditPost,
  notFoundComponent: PostNotFound,
})
