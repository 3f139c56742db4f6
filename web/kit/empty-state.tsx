import type { ReactNode } from 'react'
import { PageIcon } from './page-icons.tsx'

type EmptyStateProps = {
  /** A drawing of 260 × 184; an empty bowl by default. */
  art?: ReactNode
  code?: ReactNode
  title: ReactNode
  text?: ReactNode
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

function EmptyBowl() {
  return (
    <Bowl>
      <path
        d="M100 68c-8-10 8-16 0-28M130 62c-8-10 8-18 0-32M160 68c-8-10 8-16 0-28"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
    </Bowl>
  )
}

/** A bowl on its shadow; the children are what rises from it or marks it. */
function Bowl({ children }: { children: ReactNode }) {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path d="M48 88h164a6 6 0 0 1 6 6.5C214 132 178 160 130 160S46 132 42 94.5A6 6 0 0 1 48 88Z" fill="var(--fb-6)" />
      <path d="M62 104c6 22 24 38 50 44" fill="none" stroke="#fff7" strokeWidth="6" strokeLinecap="round" />
      <path d="M102 158h56l-5 11a4 4 0 0 1-3.6 2.3h-38.8A4 4 0 0 1 107 169Z" fill="var(--fb-5)" />
      {children}
    </svg>
  )
}

/** A broken bowl, for errors. */
export function BrokenBowl() {
  return (
    <Bowl>
      <path
        d="M86 60c-8-9 6-14 0-24M176 60c-8-9 6-14 0-24"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M128 86l12 18-16 12 14 18-8 26" fill="none" stroke="var(--bg)" strokeWidth="7" strokeLinejoin="round" />
      <path
        d="M104 50l-3-14M130 44V26M156 50l3-14"
        fill="none"
        stroke="var(--fb-6)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Bowl>
  )
}

/** A question mark on an empty plate, for pages that do not exist. */
export function LostPlate() {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <circle cx="116" cy="92" r="70" fill="var(--fb-3)" stroke="var(--fb-4)" strokeWidth="4" />
      <circle cx="116" cy="92" r="50" fill="var(--fb-1)" stroke="var(--fb-4)" strokeWidth="3" />
      <path d="M116 62c-15 0-26 11-26 25 0 18 26 38 26 38s26-20 26-38c0-14-11-25-26-25Z" fill="var(--fb-6)" />
      <path
        d="M109 82c1-9 15-9 15 0 0 6-7.5 6-7.5 12"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="116.5" cy="104" r="3.2" fill="#fff" />
      <g fill="var(--fb-5)">
        <rect x="206" y="30" width="7" height="128" rx="3.5" />
        <rect x="222" y="30" width="7" height="128" rx="3.5" />
      </g>
    </svg>
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
