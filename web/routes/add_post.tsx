import { createFileRoute } from '@tanstack/react-router'
import { postMessages } from '#rules/post.ts'
import { requireMember } from '../accounts/route-guards.ts'
import { useGraphql } from '../graphql.ts'
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts'
import { privateHead } from '../page-info.ts'
import { addPost } from '../posts/queries/post-query.ts'
import { PostForm } from './-post-form/post-form.tsx'

export const Route = createFileRoute('/add_post')({
  beforeLoad: requireMember,
  head: ({ match }) => privateHead(match, '글쓰기'),
  component: AddPost,
})

function AddPost() {
  const graphql = useGraphql()
  const keyOf = useIdempotencyKey()
  return (
    <PostForm
      heading="글쓰기"
      lead="다녀온 식당을 이웃과 나눠 보세요."
      draft="add_post"
      initial={null}
      save={async (post) => (await addPost(graphql, post, { idempotencyKey: keyOf(JSON.stringify(post)) })).id}
      labels={{ submit: '등록하기', busy: '등록하는 중…', done: postMessages.added }}
    />
  )
}
