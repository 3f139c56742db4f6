import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'

type AreaLinkProps = {
  path: string
  /** The order and the filter of the list that it leads to. */
  search?: ListSearch
  className: string
  children: ReactNode
}

/** A link to the page of an area, or of the country for an empty path. */
export function AreaLink({ path, search = {}, className, children }: AreaLinkProps) {
  return (
    <Link to={paths.area} params={{ _splat: path }} search={search} className={className}>
      {children}
    </Link>
  )
}

type CountedAreaProps = { area: { name: string; path: string; count: number }; search?: ListSearch }

/** An area with the number of its posts, as an item of a list of links. */
export function CountedArea({ area: { name, path, count }, search = {} }: CountedAreaProps) {
  return (
    <li>
      <AreaLink path={path} search={search} className="area">
        {`${name} `}
        <span className="num">{count.toLocaleString('ko-KR')}</span>
      </AreaLink>
    </li>
  )
}

type AreaCrumbsProps = { areas: readonly { name: string; path: string }[]; search?: ListSearch }

/** Breadcrumbs: the areas that contain something, larger ones first. */
export function AreaCrumbs({ areas, search = {} }: AreaCrumbsProps) {
  return (
    <nav className="crumbs" aria-label="지역">
      <ol>
        {areas.map(({ name, path }) => (
          <li key={path}>
            <AreaLink path={path} search={search} className="crumb">
              {name}
            </AreaLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
