import { useRef } from 'react'
import { postMessages } from '#rules/post.ts'
import { useGraphql } from '../../kit/use-graphql.ts'
import { addPost } from '../../posts/save-post.ts'
import { PostForm } from './post-form.tsx'

/** Writing a post. */
export function AddPost() {
  const graphql = useGraphql()
  const sent = useRef({ text: '', key: '' })
  /** A second try of the same post has the same key, so that an answer that got lost adds nothing twice. */
  const keyOf = (text: string) => {
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    return sent.current.key
  }
  return (
    <PostForm
      heading="글쓰기"
      lead="다녀온 식당을 이웃과 나눠 보세요."
      draft="add_post"
      initial={null}
      save={(post) => addPost(graphql, post, keyOf(JSON.stringify(post)))}
      labels={{ submit: '등록하기', busy: '등록하는 중…', done: postMessages.added }}
    />
  )
}
