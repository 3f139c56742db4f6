import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** A drawing of 260 × 184. */
  art: ReactNode
  /** A line above the title. */
  code?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** The way on: one or two buttons. */
  children: ReactNode
  /** Stands below a list's own heading, so its title is the second one. */
  inFeed?: boolean
}

/** A page, or a list, that has nothing to show: a drawing, one sentence and the way on. */
export function EmptyState({ art, code, title, text, children, inFeed }: EmptyStateProps) {
  const Title = inFeed ? 'h2' : 'h1'
  return (
    <div className={inFeed ? 'wrap empty-state empty-state-in-feed' : 'wrap empty-state'}>
      {art}
      {code && <p className="empty-state-code">{code}</p>}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      <div className="empty-state-actions">{children}</div>
    </div>
  )
}
