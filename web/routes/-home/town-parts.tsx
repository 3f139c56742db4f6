import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { TOWN_ZOOM } from '../../places/areas.tsx'
import type { Town } from '../../storage/remembered.ts'

type TownMapLinkProps = { town: Town; className: string; label?: string; zoom?: number; children: ReactNode }

export function TownMapLink({ town, className, label, zoom = TOWN_ZOOM, children }: TownMapLinkProps) {
  const search = { ...parseNear(town.near), zoom }
  return (
    <Link to={paths.map} search={search} preload={false} className={className} aria-label={label}>
      {children}
    </Link>
  )
}

type TownSectionProps = { title: string; note?: string | undefined; children: ReactNode }

export function TownSection({ title, note, children }: TownSectionProps) {
  return (
    <div className="section-head">
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </div>
  )
}
