import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useGraphql } from '../graphql.ts'
import { deleteLater } from '../kit/delete-later.ts'
import { useDeleted } from '../kit/deleted.ts'
import { Drawing } from '../kit/drawing.tsx'
import { MoreButton } from '../kit/more-button.tsx'
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
      {list.data && total === 0 && (
        <div className="comments-empty">
          <Drawing name="talk" isSmall />
          <p>가 보셨다면 첫 이야기를 들려 주세요</p>
        </div>
      )}
      <ul>
        {shown.map((comment) => (
          <CommentRow key={comment.id} post={post} comment={comment} onDelete={remove} />
        ))}
      </ul>
      <MoreButton list={list} failure="댓글을 불러오지 못했어요.">
        {`댓글 ${total > shown.length ? `${total - shown.length}개 ` : ''}더 보기`}
      </MoreButton>
    </section>
  )
}

const nameOf = (id: string) => `comment ${id}` as const
