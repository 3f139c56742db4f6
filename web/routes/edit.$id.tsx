import { createFileRoute } from '@tanstack/react-router'
import { postMessages } from '#rules/post.ts'
import { requireUnrestrictedViewer } from '../accounts/route-guards.ts'
import { rethrowAsNotFound } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { privateHead } from '../page-info.ts'
import { editPost, getPost } from '../posts/queries/post-query.ts'
import { NotOwnPost, PostNotFound } from './-not-found.tsx'
import { PostForm } from './-post-form/post-form.tsx'

export const Route = createFileRoute('/edit/$id')({
  beforeLoad: requireUnrestrictedViewer,
  // Uses the plain API on the server, and not the store, so that the page of somebody else's post contains nothing of it.
  loader: async ({ context, params: { id } }) => {
    const post = await getPost(context.page?.graphql ?? context.graphql, { id }).catch(rethrowAsNotFound)
    if (post.user_id === context.store.viewer?.jwt) return post
    context.page?.setStatus(403)
    return null
  },
  head: ({ match }) => privateHead(match, '글 수정'),
  component: EditPost,
  notFoundComponent: PostNotFound,
})

function EditPost() {
  const post = Route.useLoaderData()
  const graphql = useGraphql()
  if (!post) return <NotOwnPost />
  const { id } = post
  return (
    <PostForm
      heading="글 수정"
      lead="수정할 내용을 입력해 주세요."
      draft={`edit_post/${id}`}
      postToEdit={{ ...post, images: post.images.map(({ url }) => url) }}
      save={(changed) => editPost(graphql, { id, ...changed }).then(() => id)}
      labels={{ submit: '수정하기', busy: '수정하는 중…', done: postMessages.edited }}
    />
  )
}
