import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../kit/empty-state.tsx'
import type { ListSearch } from './list-search.ts'

type Search = Record<string, unknown>

/** The same list with or without the filter, from its first page. */
const withFilter = (open: ListSearch['open']) => (search: Search) => ({ ...search, page: undefined, open })

/** Switches the filter for open places on and off. A link, so it works without a script. */
export function OpenFilter({ isOn }: { isOn: boolean }) {
  return (
    <Link
      to="."
      search={withFilter(isOn ? undefined : '1')}
      resetScroll={false}
      preload={false}
      // Otherwise the router would mark the link as the current page.
      activeOptions={{ exact: true }}
      className="tool-link open-filter"
      aria-current={isOn ? 'true' : undefined}
    >
      영업 중
    </Link>
  )
}

/** Says what the filter leaves out; announced when the filter is switched on. */
export function OpenNote({ isOn }: { isOn: boolean }) {
  return (
    <p className="open-note" role="status">
      {isOn && '지금 영업 중인 곳이에요. 영업시간이 없는 글은 빠져요.'}
    </p>
  )
}

export function NothingOpen() {
  return (
    <EmptyState
      inFeed
      title="지금 영업 중인 곳이 없어요"
      text="영업시간이 적힌 글에서만 찾았어요. 지금 문을 닫은 곳까지 모두 볼 수 있어요."
    >
      <Link to="." search={withFilter(undefined)} className="btn btn-primary">
        모든 글 보기
      </Link>
    </EmptyState>
  )
}
