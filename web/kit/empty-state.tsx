import type { ReactNode } from 'react'

type BlankProps = {
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
export function Blank({ art, code, title, text, children, inFeed }: BlankProps) {
  const Title = inFeed ? 'h2' : 'h1'
  return (
    <div className={inFeed ? 'wrap blank blank-in-feed' : 'wrap blank'}>
      {art}
      {code && <p className="blank-code">{code}</p>}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      <div className="blank-actions">{children}</div>
    </div>
  )
}
