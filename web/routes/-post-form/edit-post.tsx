import { getRouteApi, Link } from '@tanstack/react-router'
import { errorMessages } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { postMessages } from '#rules/post.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useGraphql } from '../../kit/use-graphql.ts'
import { editPost } from '../../posts/save-post.ts'
import { PostForm } from './post-form.tsx'

const route = getRouteApi('/edit/$id')

/** The screen for editing the person's own post. */
export function EditPost() {
  const post = route.useLoaderData()
  const graphql = useGraphql()
  if (!post) return <NotYours />
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

function NotYours() {
  return (
    <EmptyState title={errorMessages.FORBIDDEN} text="글은 쓴 사람만 고칠 수 있어요.">
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}
