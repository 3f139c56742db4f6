import { Link, useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ANY_RADIUS, listRadii, parseNear, radiusLabel } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { usePosts } from '../../store/use-store.ts'
import type { ListQuery } from '../queries/list-query.ts'
import { countFacts, filtersOf, hasFacts, type ListSearch, listParams, noFacts, withFilter } from './list-search.ts'
import { useShownList } from './use-posts.ts'

const FilterSheet = onDemand(async () => (await import('./filter-sheet.tsx')).FilterSheet)
const ChosenFacts = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).ChosenFacts }))

export function Filters({ search }: { search: ListSearch }) {
  return (
    <>
      <OpenNowFilter isOn={search.open === '1'} />
      <FactFilter search={search} />
    </>
  )
}

export function OpenNowFilter({ isOn }: { isOn: boolean }) {
  return (
    <Link
      to="."
      search={withFilter({ open: isOn ? undefined : '1' })}
      resetScroll={false}
      preload={false}
      // Without `exact` the router would mark the link as the current page.
      activeOptions={{ exact: true }}
      className="tool-link open-filter"
      aria-current={isOn ? 'true' : undefined}
    >
      영업 중
    </Link>
  )
}

export function FactFilter({ search }: { search: ListSearch }) {
  const [isOpen, setIsOpen] = useState(false)
  const count = countFacts(search)
  const label = count > 0 ? `필터, ${count}개 적용` : undefined
  return (
    <>
      <button
        type="button"
        className="tool-link fact-filter"
        aria-haspopup="dialog"
        aria-label={label}
        data-on={label && true}
        onPointerEnter={FilterSheet.preload}
        onClick={() => setIsOpen(true)}
      >
        <PageIcon name="sliders-horizontal" className="icon icon-s" />
        <span>필터</span>
      </button>
      <FilterSheet open={isOpen} onClose={() => setIsOpen(false)} search={search} />
    </>
  )
}

type FilterNoteProps = {
  search: ListSearch
  query?: ListQuery
}

export function FilterNote({ search, query }: FilterNoteProps) {
  const hydrated = useHydrated()
  const room = <div className="chosen-facts" />
  return (
    <>
      <p className="open-note" role="status">
        {search.open && '지금 영업 중인 곳이에요. 영업시간이 없는 글은 빠져요. '}
        {query && hasFacts(search) && <FoundCount query={query} />}
      </p>
      {hasFacts(search) && <Suspense fallback={room}>{hydrated ? <ChosenFacts search={search} /> : room}</Suspense>}
    </>
  )
}

function FoundCount({ query }: { query: ListQuery }) {
  const { data, isPlaceholderData } = useShownList(query)
  const [first] = data?.pages ?? []
  const posts = usePosts(first?.data ?? [])
  if (!first || isPlaceholderData) return null
  return `조건에 맞는 글 ${posts.length}개${first.nextCursor ? ' 이상을' : '를'} 찾았어요.`
}

export function WidenRadiusLink({ radius }: { radius: number }) {
  const next = listRadii.find((larger) => larger > radius)
  return (
    <Link to="." search={withFilter({ radius: next ? String(next) : ANY_RADIUS })} className="btn btn-primary">
      {next ? `${radiusLabel(next)}로 넓히기` : '더 먼 곳도 보기'}
    </Link>
  )
}

export function NoMatchingPosts({ search }: { search: ListSearch }) {
  const { radius } = listParams(search)
  const isTold = hasFacts(search)
  if (radius) {
    const sought = isTold ? '조건에 맞는 곳이' : search.open ? '열린 곳이' : '맛집이'
    return (
      <EmptyState art="map" inFeed title={`${radiusLabel(radius)} 안에 ${sought} 없어요`}>
        <WidenRadiusLink radius={radius} />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      art={isTold ? 'search' : 'closed'}
      inFeed
      title={isTold ? '조건에 맞는 글이 없어요' : '지금 영업 중인 곳이 없어요'}
      text={isTold ? null : '영업시간이 적힌 글에서만 찾았어요. 지금 문을 닫은 곳까지 모두 볼 수 있어요.'}
    >
      <Link to="." search={withFilter({ open: undefined, ...noFacts })} className="btn btn-primary">
        모든 글 보기
      </Link>
    </EmptyState>
  )
}

/** Zoom at which the map shows some streets around a position, as far as people walk for a meal. */
const NEAR_ZOOM = 15

/** Link to the same posts on the map, around the position of a list by distance. */
export function MapLink({ keyword, search }: { keyword?: string; search: ListSearch }) {
  const near = parseNear(search.near)
  return (
    <Link
      to={paths.map}
      search={{ ...(keyword && { keyword }), ...(near && { ...near, zoom: NEAR_ZOOM }), ...filtersOf(search) }}
      preload={false}
      className="tool-link map-link"
    >
      <PageIcon name="map" className="icon icon-s" />
      <span>지도</span>
    </Link>
  )
}
