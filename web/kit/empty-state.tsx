import type { ReactElement, ReactNode } from 'react'
import drawings from '../pictures/states.svg'
import { PageIcon } from './page-icons.tsx'

type EmptyStateProps = {
  art?: DrawingName | ReactElement
  code?: ReactNode
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  /** Below a list's own heading: the title is an h2. */
  inFeed?: boolean
}

export function EmptyState({ art = 'bowl', code, title, text, children, inFeed }: EmptyStateProps) {
  const Title = inFeed ? 'h2' : 'h1'
  return (
    <div className={inFeed ? 'wrap empty-state empty-state-in-feed' : 'wrap empty-state'}>
      {typeof art === 'string' ? <Drawing name={art} /> : art}
      {code && <p className="empty-state-code">{code}</p>}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      <div className="empty-state-actions">{children}</div>
    </div>
  )
}

type RetryButtonProps = { look: 'primary' | 'outline'; small?: boolean; onPress: () => void }

export function RetryButton({ look, small = false, onPress }: RetryButtonProps) {
  return (
    <button type="button" className={`btn btn-${look}${small ? ' btn-small' : ''}`} onClick={onPress}>
      <PageIcon name="rotate-cw" />
      다시 시도
    </button>
  )
}

export type DrawingName =
  | 'bowl'
  | 'broken'
  | 'lost'
  | 'search'
  | 'closed'
  | 'want'
  | 'been'
  | 'liked'
  | 'write'
  | 'album'
  | 'bell'
  | 'talk'
  | 'people'
  | 'table'
  | 'map'
  | 'pot'

export function Drawing({ name, isSmall }: { name: DrawingName; isSmall?: boolean }) {
  return (
    <svg className={isSmall ? 'empty-state-art empty-state-art-small' : 'empty-state-art'} aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
