import { Fragment, type ReactNode } from 'react'
import './facts.css'

type FactsProps = { facts: readonly ReactNode[]; className?: string }

/** Facts of one line, or of several where there is little room: the dot between two of them neither begins a line nor ends one. */
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
