import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SaveList } from '#contract/schema.gen.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { searchLimits } from '#rules/search-limits.ts'
import { useGraphql } from '../../graphql.ts'
import { MoreButton } from '../../kit/more-button.tsx'
import {
  hasFoundPosts,
  nearShopsQuery,
  placeWithFewPosts,
  type Shop,
  shopFacts,
  useSearchShops,
} from '../../places/shops.ts'
import { rowFacts } from '../../posts/cards/row-facts.ts'
import type { Target } from '../../posts/cards/toggle-mark.ts'
import { unfilteredListParams } from '../../posts/lists/list-search.ts'
import type { ListedPost, ListQuery } from '../../posts/queries/list-query.ts'
import { searchPostsQuery } from '../../posts/queries/search-query.ts'
import { usePosts } from '../../store/use-store.ts'
import { savedParams } from '../-me/me-search.ts'
import { savedListQuery } from '../-me/saved-queries.ts'
import { savedTabs } from '../-me/saved-tabs.ts'
import type { PlacesToAdd } from './picks.ts'

type PickFromSavedProps = { picks: PlacesToAdd; isShown: boolean }

/** Check boxes for the places in the reader's own lists. */
export function PickFromSaved({ picks, isShown }: PickFromSavedProps) {
  const [list, setList] = useState<SaveList>('want')
  const query = savedListQuery(useGraphql(), { ...savedParams({}), list })
  return (
    <>
      <select
        className="input choice"
        aria-label="목록"
        value={list}
        onChange={({ target }) => setList(target.value as SaveList)}
      >
        {savedTabs.map((tab) => (
          <option key={tab.list} value={tab.list}>
            {tab.name}
          </option>
        ))}
      </select>
      <ListPicks query={query} isShown={isShown} picks={picks} failure="담은 곳을 불러오지 못했어요.">
        <p className="dialog-text">이 목록에 담은 곳이 아직 없어요.</p>
        <Link to={paths.home} className="link">
          맛집 둘러보기
        </Link>
      </ListPicks>
    </>
  )
}

/** A search field, and check boxes for the posts, by relevance, and the shops without posts that it finds. */
export function PickFromSearch({ picks }: { picks: PlacesToAdd }) {
  const [keyword, setKeyword] = useState('')
  const graphql = useGraphql()
  const query = searchPostsQuery(graphql, keyword, { ...unfilteredListParams(), isByRelevance: true })
  const shops = useNamedShops(query, keyword)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setKeyword(String(new FormData(event.currentTarget).get('keyword')).trim())
  }
  return (
    <>
      <search>
        <form className="pick-search" onSubmit={find}>
          <input
            type="search"
            name="keyword"
            className="input"
            aria-label="담을 곳 검색어"
            placeholder="가게, 메뉴, 동네 검색"
            maxLength={searchLimits.keyword}
            enterKeyHint="search"
            autoComplete="off"
          />
          <button type="submit" className="btn btn-quiet">
            검색
          </button>
        </form>
      </search>
      {keyword && (
        <ListPicks query={query} isShown picks={picks} shops={shops} failure="검색하지 못했어요. 다시 시도해 주세요.">
          <p className="dialog-text" role="status">{`‘${keyword}’\u2060에 맞는 곳이 없어요.`}</p>
        </ListPicks>
      )}
    </>
  )
}

/** Shops whose names match a keyword; if none do and it names a place without posts, the shops nearest to that. */
function useNamedShops(query: ListQuery, keyword: string): readonly Shop[] {
  const graphql = useGraphql()
  const [page] = useInfiniteQuery({ ...query, enabled: keyword !== '', throwOnError: false }).data?.pages ?? []
  const position = (page && !hasFoundPosts(page) && placeWithFewPosts(page)?.position) || undefined
  const named = useSearchShops(keyword, page, { near: null, isFiltered: false })
  const near = useQuery({ ...nearShopsQuery(graphql, position ?? NOWHERE), enabled: position !== undefined })
  return named.length > 0 ? named : ((position && near.data) ?? NO_SHOPS)
}

const NOWHERE = { lat: 0, lng: 0 }

type ListPicksProps = {
  query: ListQuery
  isShown: boolean
  picks: PlacesToAdd
  failure: string
  /** Shops shown before those of the list. */
  shops?: readonly Shop[]
  /** Shown if the list is empty. */
  children: ReactNode
}

const NO_SHOPS: readonly Shop[] = []

function ListPicks({ query, isShown, picks, failure, shops: found = NO_SHOPS, children }: ListPicksProps) {
  const list = useInfiniteQuery({ ...query, enabled: isShown, throwOnError: false })
  const posts = usePosts(list.data?.pages.flatMap(({ data }) => data) ?? [])
  const kept = list.data?.pages.flatMap(({ gone }) => gone?.flatMap(({ shop }) => shop ?? []) ?? []) ?? []
  const shops = [...found, ...kept]
  return (
    <>
      {list.isLoading && (
        <p className="dialog-text" role="status">
          불러오는 중…
        </p>
      )}
      {list.isSuccess && posts.length + shops.length === 0 && children}
      <div className="pick-scroll">
        <PickRows posts={posts} shops={shops} picks={picks} />
        {!list.isLoading && (
          <MoreButton list={list} failure={failure}>
            더 보기
          </MoreButton>
        )}
      </div>
    </>
  )
}

type PickedPost = Parameters<typeof rowFacts>[0] & Pick<ListedPost, 'id' | 'title'>

type PickRowsProps = {
  posts: readonly (Omit<PickedPost, 'price'> & Partial<PickedPost>)[]
  shops: readonly Shop[]
  picks: PlacesToAdd
}

/** Check boxes for posts and shops; those whose place the collection already contains are checked and disabled. */
export function PickRows({ posts, shops, picks }: PickRowsProps) {
  return (
    <ul className="dialog-options collect-choices">
      {posts.map(({ price = null, ...post }) => (
        <PickRow
          key={post.id}
          target={`post ${post.id}`}
          title={post.title}
          facts={rowFacts({ ...post, price })}
          at={positionOf(post)}
          picks={picks}
        />
      ))}
      {shops.map((shop) => (
        <PickRow
          key={shop.id}
          target={`place ${shop.id}`}
          title={shop.name}
          facts={shopFacts(shop)}
          at={positionOf(shop)}
          picks={picks}
        />
      ))}
    </ul>
  )
}

function positionOf({ lat = null, lng = null }: Partial<Pick<ListedPost, 'lat' | 'lng'>>): Position | null {
  return lat === null || lng === null ? null : { lat, lng }
}

type PickRowProps = { target: Target; title: string; facts: ReactNode; at: Position | null; picks: PlacesToAdd }

function PickRow({ target, title, facts, at, picks: { picked, toggle, numberOf } }: PickRowProps) {
  const isThere = numberOf(target) > 0
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={isThere || picked.has(target)}
          disabled={isThere}
          onChange={() => toggle(target, at)}
        />
        <span>
          {title}
          <small>{isThere ? '이미 담겨 있어요' : facts}</small>
        </span>
      </label>
    </li>
  )
}
