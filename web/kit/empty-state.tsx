import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** A drawing of 260 × 184. */
  art: ReactNode
  /** A line above the title. */
  code?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** One or two buttons. */
  children: ReactNode
  /** Below a list's own heading: the title is an h2. */
  inFeed?: boolean
}

/** An empty page or list: a drawing, one sentence and buttons. */
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
