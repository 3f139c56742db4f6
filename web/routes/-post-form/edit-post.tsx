import { getRouteApi } from '@tanstack/react-router'
import { postMessages } from '#rules/post.ts'
import { useGraphql } from '../../kit/use-graphql.ts'
import { editPost } from '../../posts/save-post.ts'
import { PostOfAnother } from '../-not-found.tsx'
import { PostForm } from './post-form.tsx'

const route = getRouteApi('/edit/$id')

/** The screen for editing the person's own post. */
export function EditPost() {
  const post = route.useLoaderData()
  const graphql = useGraphql()
  if (!post) return <PostOfAnother />
  const { id } = post
  return (
    <PostForm
      heading="글 수정"
      lead="바뀐 점을 고쳐 주세요."
      draft={`edit_post/${id}`}
      initial={post}
      save={(changed) => editPost(graphql, { id, ...changed }).then(() => id)}
      labels={{ submit: '수정하기', busy: '수정하는 중…', done: postMessages.edited }}
    />
  )
}
