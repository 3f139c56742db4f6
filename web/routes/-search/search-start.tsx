import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { PopularAreas, usePopularAreas } from '../../places/area-links.tsx'
import { MiniPost } from '../../posts/cards/mini-post.tsx'
import { dishesOf } from '../../posts/cards/post-image.tsx'
import { wholeList } from '../../posts/lists/list-search.ts'
import { postsQuery } from '../../posts/queries/posts-query.ts'
import { forgetSearch, forgetSearches, useRecentSearches } from '../../storage/remembered.ts'
import { usePosts } from '../../store/use-store.ts'

const OFFERED = 6

export function SearchStart() {
  return (
    <div className="wrap search-start">
      <h1>무엇을 찾으세요?</h1>
      <p className="search-start-lead">
        가게 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’처럼 초성으로도 찾을 수 있어요.
      </p>
      <RecentSearches />
      <PopularPlaces />
      <PopularPosts />
    </div>
  )
}

/** As high with searches as without: only the browser knows them, and nothing below must move. */
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

function PopularPlaces() {
  if (usePopularAreas().length === 0) return null
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
  const { data } = useInfiniteQuery({ ...postsQuery(useGraphql(), wholeList('popular')), refetchOnMount: false })
  const posts = usePosts(data?.pages[0]?.data.slice(0, OFFERED) ?? [])
  if (posts.length === 0) return null
  const drawn = dishesOf(posts)
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
              story={post.address ?? post.contents}
              dish={drawn[index]}
              meta={<span>{post.username}</span>}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
