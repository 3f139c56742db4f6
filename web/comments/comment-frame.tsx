import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { Ago } from '../kit/ago.tsx'
import { Avatar } from '../kit/avatar.tsx'

type CommentFrameProps = {
  comment: { createdAt: string; author: { handle: string; username: string; image: string | null } }
  tag?: ReactNode
  note?: ReactNode
  children: ReactNode
}

/** Avatar, author and time of a comment, around its text. */
export function CommentFrame({ comment: { author, createdAt }, tag, note, children }: CommentFrameProps) {
  return (
    <>
      <Avatar name={author.username} image={author.image} />
      <div className="comment-body">
        <p className="comment-who">
          <Link to={paths.author} params={{ handle: author.handle }}>
            {author.username}
          </Link>
          {tag}
          <Ago at={createdAt} />
          {note}
        </p>
        {children}
      </div>
    </>
  )
}
