import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { tastesText } from '#rules/tastes.ts'
import { Avatar } from '../kit/avatar.tsx'
import { SimilarTasteNote, useAuthorAttributes } from './follow-button.tsx'
import type { ListedPerson, SuggestedPerson } from './people.ts'
import './people.css'

/**
 * Row of a member: what they like or else their introduction, and a button. `isLinked` is false if the reader cannot open
 * their page.
 */
export function PersonRow({
  person: { handle, username, image, about, tastes = [], posts, alike },
  isLinked = true,
  children,
}: {
  person: ListedPerson & Partial<SuggestedPerson>
  isLinked?: boolean
  children: ReactNode
}) {
  const line = tastesText(tastes) || about
  const text = (
    <>
      <Avatar name={username} image={image} />
      <span className="person-text">
        <b>{username}</b>
        {alike ? <SimilarTasteNote /> : line && <span>{line}</span>}
        {posts !== undefined && <span>{`글 ${posts.toLocaleString('ko-KR')}개`}</span>}
      </span>
    </>
  )
  return (
    <li className="person" {...useAuthorAttributes(handle)}>
      {isLinked ? (
        <Link to={paths.author} params={{ handle }} className="person-link">
          {text}
        </Link>
      ) : (
        <span className="person-link">{text}</span>
      )}
      {children}
    </li>
  )
}
