import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import type { Town } from '../storage/remembered.ts'

type TownMapLinkProps = { town: Pick<Town, 'near'>; className: string; label?: string; children: ReactNode }

/** Leads to the map of a town, so near that it shows shops too. */
export function TownMapLink({ town, className, label, children }: TownMapLinkProps) {
  const search = { ...parseNear(town.near), zoom: MIN_SHOPS_ZOOM }
  return (
    <Link to={paths.map} search={search} preload={false} className={className} aria-label={label}>
      {children}
    </Link>
  )
}

type SectionHeadProps = { title: string; note?: string | undefined; children?: ReactNode }

export function SectionHead({ title, note, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </div>
  )
}
