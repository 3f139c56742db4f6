import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'

type AreaLinkProps = { path: string; className: string; children: ReactNode }

/** A link to the page of an area, or of the country for an empty path. */
export function AreaLink({ path, className, children }: AreaLinkProps) {
  return (
    <Link to={paths.area} params={{ _splat: path }} className={className}>
      {children}
    </Link>
  )
}

type AreaCrumbsProps = { areas: readonly { name: string; path: string }[] }

/** Breadcrumbs: the areas that contain something, larger ones first. */
export function AreaCrumbs({ areas }: AreaCrumbsProps) {
  return (
    <nav className="crumbs" aria-label="지역">
      <ol>
        {areas.map(({ name, path }) => (
          <li key={path}>
            <AreaLink path={path} className="crumb">
              {name}
            </AreaLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
