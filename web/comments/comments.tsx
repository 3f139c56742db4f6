import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { deleteLater, sendDeletions, useDeleted } from '../kit/delete-later.ts'
import { RetryButton } from '../kit/empty-state.tsx'
import { useReaderContext } from '../reader/viewer.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import { showDeleted } from './comments-cache.ts'
import { type Comment, commentsQuery, deleteComment } from './comments-query.ts'
import { TastyShelf } from './tasty-shelf.tsx'
import './comments.css'

type CommentsProps = { post: { id: string; user_id: string; comments: number } }

/** What others say about a post, the newest first. */
export function Comments({ post }: CommentsProps) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const list = useInfiniteQuery(commentsQuery(graphql, post.id))
  const deleted = useDeleted()
  const { reader } = useReaderContext()
  useEffect(() => sendDeletions, [])
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  const shown = all.filter(({ id }) => !deleted.has(nameOf(id)))
  const total = Math.max(shown.length, post.comments - (all.length - shown.length))
  const remove = (comment: Comment) =>
    deleteLater({
      name: nameOf(comment.id),
      done: '댓글을 지웠어요.',
      send: () => deleteComment(graphql, comment.id),
      onGone: () => {
        showDeleted(client, post.id, comment)
        if (comment.tasty && comment.author.handle === reader.viewer?.jwt) reader.setMark(post.id, 'tasty', false)
      },
    })
  return (
    <section id="comments" className="comments" aria-labelledby="comments-title" tabIndex={-1}>
      <div className="section-head">
        <h2 id="comments-title">
          댓글 <small>{total}</small>
        </h2>
      </div>
      <TastyShelf post={post.id} page={list.data?.pages[0]} deleted={all.filter(({ id }) => deleted.has(nameOf(id)))} />
      <CommentForm post={post.id} />
      {list.data && total === 0 && <p className="comments-empty">가 보셨다면 첫 이야기를 들려 주세요</p>}
      <ul>
        {shown.map((comment) => (
          <CommentRow key={comment.id} post={post} comment={comment} onDelete={remove} />
        ))}
      </ul>
      <More list={list} left={total - shown.length} />
    </section>
  )
}

const nameOf = (id: string) => `comment ${id}`

type MoreProps = {
  list: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasNextPage' | 'isFetching' | 'isError' | 'error' | 'fetchNextPage' | 'refetch'
  > & { data?: unknown }
  left: number
}

function More({ list: { data, hasNextPage, isFetching, isError, error, fetchNextPage, refetch }, left }: MoreProps) {
  if (isError && !isFetching) {
    return (
      <div className="list-end" role="alert">
        <p>{sentenceOf(error, '댓글을 불러오지 못했어요.')}</p>
        <RetryButton look="outline" onPress={() => void (data ? fetchNextPage() : refetch())} />
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    <button
      type="button"
      className="btn btn-quiet btn-wide"
      aria-disabled={isFetching || undefined}
      onClick={() => !isFetching && void fetchNextPage()}
    >
      {isFetching ? '불러오는 중…' : `댓글 ${left > 0 ? `${left}개 ` : ''}더 보기`}
    </button>
  )
}
