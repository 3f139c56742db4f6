import { Fragment, type ReactNode } from 'react'
import './facts.css'

type FactsProps = { facts: readonly ReactNode[]; className?: string }

/**
 * Short facts with dots between them. Where there is little room they take several lines, and no line begins or ends with a
 * dot.
 */
export function Facts({ facts, className = '' }: FactsProps) {
  const known = facts.map((fact, index) => ({ fact, key: String(index) })).filter(({ fact }) => fact)
  return (
    <span className={`fact-list ${className}`}>
      {known.map(({ fact, key }) => (
        <Fragment key={key}>
          {' '}
          <span>{fact}</span>
        </Fragment>
      ))}
    </span>
  )
}
