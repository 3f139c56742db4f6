import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { BY_DISTANCE, formatNear, nearLabel } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { sentenceOf } from '../../failures.ts'
import { List } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { FactFilter } from '../../posts/lists/filters.tsx'
import type { MeSearch } from './me-search.ts'
import type { SavedTab } from './saved-tabs.ts'
import './me-page.css'

type MeToolsProps = { tab: SavedTab; search: MeSearch }

/** Search, order, filter and view switch above the list of `/me`. */
export function MeTools({ tab, search }: MeToolsProps) {
  return (
    <div className="me-tools">
      <SearchForm key={`${tab.list} ${search.keyword}`} tab={tab} search={search} />
      <Order tab={tab} search={search} />
      <FactFilter search={search} />
      <nav className="seg me-views" aria-label="보기">
        <Link
          to={paths.me}
          search={{ ...search, view: undefined }}
          activeOptions={{ exact: true }}
          aria-current={search.view ? undefined : 'true'}
          resetScroll={false}
        >
          <List className="icon icon-s" />
          목록
        </Link>
        <Link
          to={paths.me}
          search={{ ...search, view: 'map' }}
          activeOptions={{ exact: true }}
          aria-current={search.view ? 'true' : undefined}
          resetScroll={false}
        >
          <PageIcon name="map" className="icon icon-s" />
          지도
        </Link>
      </nav>
    </div>
  )
}

function SearchForm({ tab, search }: MeToolsProps) {
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = String(new FormData(event.currentTarget).get('keyword')).trim()
    void navigate({ to: paths.me, search: { ...search, keyword: keyword || undefined }, resetScroll: false })
  }
  return (
    <search className="me-search">
      <form action={paths.me} onSubmit={find}>
        {search.list && <input type="hidden" name="list" value={search.list} />}
        <PageIcon name="search" />
        <input
          type="search"
          name="keyword"
          aria-label={tab.search}
          placeholder={tab.search}
          defaultValue={search.keyword}
          maxLength={searchLimits.keyword}
          enterKeyHint="search"
          autoComplete="off"
        />
        {search.keyword && (
          <Link
            to={paths.me}
            search={{ ...search, keyword: undefined }}
            className="icon-btn icon-btn-quiet"
            aria-label="검색어 지우기"
            resetScroll={false}
          >
            <PageIcon name="x" />
          </Link>
        )}
      </form>
    </search>
  )
}

const SAVED = 'saved'

function Order({ tab, search }: MeToolsProps) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const show = (near: string | undefined) =>
    navigate({ to: paths.me, search: { ...search, near, radius: undefined }, resetScroll: false })
  const choose = async (order: string) => {
    if (order === SAVED) return show(undefined)
    const { findPositionOrToast } = await import('../../kit/current-position.ts')
    setIsAsking(true)
    const position = await findPositionOrToast()
    setIsAsking(false)
    if (position) await show(formatNear(position))
  }
  return (
    <select
      className="choice me-order"
      aria-label="순서"
      value={search.near || isAsking ? BY_DISTANCE : SAVED}
      onChange={({ target }) => void choose(target.value).catch((error: unknown) => toast(sentenceOf(error)))}
    >
      <option value={SAVED}>{orderNames[tab.list]}</option>
      <option value={BY_DISTANCE}>{nearLabel}</option>
    </select>
  )
}

const orderNames = { want: '저장한 순', been: '다녀온 순', liked: '좋아한 순', written: '최근 작성순' } as const
