import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { Avatar } from '../kit/avatar.tsx'
import { useAuthorAttributes } from './follow-button.tsx'
import type { ListedPerson } from './people.ts'
import './people.css'

/** A member with their line and a button; without `isLinked` their page is not there for the reader. */
export function PersonRow({
  person: { handle, username, image, about },
  isLinked = true,
  children,
}: {
  person: ListedPerson
  isLinked?: boolean
  children: ReactNode
}) {
  const text = (
    <>
      <Avatar name={username} image={image} />
      <span className="person-text">
        <b>{username}</b>
        {about && <span>{about}</span>}
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
