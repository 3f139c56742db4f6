import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../../accounts/avatar.tsx'
import { Ago } from '../../comments/ago.tsx'
import type { Place } from '../../places/place-query.ts'
import '../../comments/comments.css'

const FIRST = 3

/** The newest comments under the posts of the place, each with a link to its post. */
export function PlaceComments({ place: { comments } }: { place: Place }) {
  const [isAll, setAll] = useState(false)
  if (comments.length === 0) return null
  const shown = isAll ? comments : comments.slice(0, FIRST)
  return (
    <section className="place-section" aria-labelledby="place-comments">
      <h2 id="place-comments">이웃의 댓글</h2>
      <ul>
        {shown.map(({ title, comment: { id, post, text, createdAt, author } }) => (
          <li key={id} className="comment">
            <Avatar name={author.username} image={author.image} />
            <div className="comment-body">
              <p className="comment-who">
                <Link to={paths.author} params={{ handle: author.handle }}>
                  {author.username}
                </Link>
                <Ago at={createdAt} />
              </p>
              <p className="comment-text">{text}</p>
              <Link to={paths.post} params={{ id: post }} hash="comments" className="place-comment-post">
                ‘{title}’ 글에서
              </Link>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < comments.length && (
        <button type="button" className="btn btn-quiet btn-wide" onClick={() => setAll(true)}>
          댓글 {comments.length - shown.length}개 더 보기
        </button>
      )}
    </section>
  )
}
