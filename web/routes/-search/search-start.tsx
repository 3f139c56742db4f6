import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { type CSSProperties, useRef, useState } from 'react'
import { parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { PopularAreas, useLoadedPopularAreas } from '../../places/area-links.tsx'
import { ShopRow } from '../../places/shop-row.tsx'
import { factsOrAddress, MiniPost } from '../../posts/cards/mini-post.tsx'
import { drawingsOf } from '../../posts/cards/post-image.tsx'
import { PostRow } from '../../posts/cards/post-rows.tsx'
import { unfilteredListParams } from '../../posts/lists/list-search.ts'
import { postsQuery } from '../../posts/queries/posts-query.ts'
import { seenPostsQuery } from '../../posts/queries/seen-query.ts'
import { forgetSearch, forgetSearches, forgetSeenPlaces, useRecentSearches, useTown } from '../../storage/remembered.ts'
import { type SeenPlace, useSeenPlaces } from '../../storage/seen-places.ts'
import { usePosts } from '../../store/use-store.ts'

const POPULAR_SHOWN = 6
const SEEN_SHOWN = 4

/** The search page without a keyword. */
export function SearchStart() {
  // Whether the places seen on this device come first. On a hydrated page they come last, because nothing may move.
  const [isFirst] = useState(useHydrated())
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = <SeenPlaces onRemoved={() => heading.current?.focus()} />
  return (
    <div className="wrap search-start">
      <h1 ref={heading} tabIndex={-1}>
        무엇을 찾으세요?
      </h1>
      <p className="search-start-lead">
        {'가게 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’\u2060처럼 초성으로도 찾을 수 있어요.'}
      </p>
      <RecentSearches />
      {isFirst && seen}
      <PopularPlaces />
      <PopularPosts />
      {!isFirst && seen}
    </div>
  )
}

/** Recent searches. Only the browser knows them, so the section has the same height without any: nothing below it may move. */
function RecentSearches() {
  const keywords = useRecentSearches()
  const [removed, setRemoved] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (keyword: string) => {
    forgetSearch(keyword)
    setRemoved(`‘${keyword}’ 검색어를 지웠어요.`)
    heading.current?.focus()
  }
  const removeAll = () => {
    forgetSearches()
    setRemoved('최근 검색어를 모두 지웠어요.')
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="recent-searches">
      <div className="search-start-head">
        <h2 id="recent-searches" ref={heading} tabIndex={-1}>
          최근 검색어
        </h2>
        {keywords && keywords.length > 0 && (
          <button type="button" className="link link-quiet" onClick={removeAll}>
            모두 지우기
          </button>
        )}
      </div>
      <div className="recent-searches">
        {keywords?.length === 0 && <p>최근 검색어가 없어요.</p>}
        {keywords && keywords.length > 0 && (
          <ul>
            {keywords.map((keyword) => (
              <RecentSearch key={keyword} keyword={keyword} onRemove={() => remove(keyword)} />
            ))}
          </ul>
        )}
      </div>
      <p className="sr-only" role="status">
        {removed}
      </p>
    </section>
  )
}

function RecentSearch({ keyword, onRemove }: { keyword: string; onRemove: () => void }) {
  return (
    <li>
      <Link to={paths.search} search={{ keyword }}>
        {keyword}
      </Link>
      <button type="button" className="icon-btn icon-btn-quiet" aria-label={`${keyword} 지우기`} onClick={onRemove}>
        <PageIcon name="x" className="icon icon-s" />
      </button>
    </li>
  )
}

/** Section of the posts and shops that were opened last on this device, if there are any. */
function SeenPlaces({ onRemoved }: { onRemoved: () => void }) {
  const seen = useSeenPlaces() ?? []
  const [isRemoved, setRemoved] = useState(false)
  return (
    <>
      {seen.length > 0 && (
        <section aria-labelledby="seen-places">
          <div className="search-start-head">
            <h2 id="seen-places">최근 본 곳</h2>
            <button
              type="button"
              className="link link-quiet"
              onClick={() => {
                forgetSeenPlaces()
                setRemoved(true)
                onRemoved()
              }}
            >
              모두 지우기
            </button>
          </div>
          <SeenRows seen={seen} />
          <p className="hint">검색어와 최근 본 곳은 이 기기에만 남아요.</p>
        </section>
      )}
      <p className="sr-only" role="status">
        {isRemoved && seen.length === 0 && '최근 본 곳을 모두 지웠어요.'}
      </p>
    </>
  )
}

function SeenRows({ seen }: { seen: readonly SeenPlace[] }) {
  const town = useTown()
  const near = parseNear(town?.near) ?? null
  const { data, isLoading } = useQuery(seenPostsQuery(useGraphql(), seen))
  const posts = usePosts(data ?? [])
  const drawn = drawingsOf(posts)
  const rows = seen.flatMap(({ post: id, shop }) => {
    if (shop) return <ShopRow key={`shop ${shop.id}`} shop={shop} from={near} />
    const index = posts.findIndex((post) => post.id === id)
    const post = posts[index]
    return post ? <PostRow key={`post ${id}`} post={post} dish={drawn[index]} near={near} /> : []
  })
  const room = { '--rows': Math.min(seen.length, SEEN_SHOWN) } as CSSProperties
  return (
    <ul className="seen-places" aria-busy={isLoading} style={room}>
      {rows.slice(0, SEEN_SHOWN)}
    </ul>
  )
}

function PopularPlaces() {
  if (useLoadedPopularAreas().length === 0) return null
  return (
    <section className="popular-areas" aria-labelledby="popular-areas">
      <div className="search-start-head">
        <h2 id="popular-areas">인기 지역</h2>
      </div>
      <PopularAreas />
    </section>
  )
}

function PopularPosts() {
  const { data } = useInfiniteQuery({
    ...postsQuery(useGraphql(), unfilteredListParams('popular')),
    refetchOnMount: false,
  })
  const posts = usePosts(data?.pages[0]?.data.slice(0, POPULAR_SHOWN) ?? [])
  if (posts.length === 0) return null
  const drawn = drawingsOf(posts)
  return (
    <section aria-labelledby="popular-posts">
      <div className="search-start-head">
        <h2 id="popular-posts">인기 글</h2>
        <Link to={paths.home} search={{ filter: 'popular' }} className="link link-quiet">
          더 보기
        </Link>
      </div>
      <ul className="popular-posts">
        {posts.map((post, index) => (
          <li key={post.id}>
            <MiniPost
              post={post}
              story={factsOrAddress(post) ?? post.contents}
              dish={drawn[index]}
              meta={<span>{post.username}</span>}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
