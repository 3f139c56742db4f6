import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** A drawing of 260 × 184; an empty bowl by default. */
  art?: ReactNode
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
export function EmptyState({ art = <EmptyBowl />, code, title, text, children, inFeed }: EmptyStateProps) {
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

/** A steaming bowl, for an empty list. */
function EmptyBowl() {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path
        d="M100 68c-8-10 8-16 0-28M130 62c-8-10 8-18 0-32M160 68c-8-10 8-16 0-28"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M48 88h164a6 6 0 0 1 6 6.5C214 132 178 160 130 160S46 132 42 94.5A6 6 0 0 1 48 88Z" fill="var(--fb-6)" />
      <path d="M62 104c6 22 24 38 50 44" fill="none" stroke="#fff7" strokeWidth="6" strokeLinecap="round" />
      <path d="M102 158h56l-5 11a4 4 0 0 1-3.6 2.3h-38.8A4 4 0 0 1 107 169Z" fill="var(--fb-5)" />
    </svg>
  )
}
