import { Link, useLoaderData, useSearch } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { PopularAreas } from '../../places/popular-areas.tsx'
import { FilterNote, Filters, NothingPassed } from '../../posts/lists/filters.tsx'
import { NoPosts } from '../../posts/lists/list-end.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { isFiltered, type ListParams, listParams } from '../../posts/lists/list-search.ts'
import { MapLink } from '../../posts/lists/map-link.tsx'
import { NewPostsPill } from '../../posts/lists/new-posts-pill.tsx'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { postsQuery } from '../../posts/queries/posts-query.ts'
import type { HomeData } from './home-route.ts'

/** The feed. */
export function Home() {
  const search = useSearch({ strict: false })
  const list = listParams(search)
  const query = postsQuery(useGraphql(), list)
  const { landmark }: Partial<HomeData> = useLoaderData({ strict: false }) ?? {}
  return (
    <div className="wrap">
      <div className="feed-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          {landmark ? landmark.heading : '이웃이 나눈 맛집'}
        </h1>
        {isWholeFeed(list) && <NewPostsPill query={query} />}
        <div className="feed-tools">
          <MapLink search={search} />
          <SortMenu sort={list.sort} near={search.near ?? null} />
          <Link to={paths.following} preload={false} className="tool-link">
            팔로잉
          </Link>
          <Filters search={search} />
        </div>
      </div>
      {landmark ? (
        <p className="open-note">
          {`${landmark.label} · `}
          <Link to={paths.home} className="link">
            모든 글 보기
          </Link>
        </p>
      ) : (
        <PopularAreas
          first={
            <Link to={paths.here} preload={false} className="area">
              내 동네
            </Link>
          }
        />
      )}
      <FilterNote search={search} query={query} />
      <PostList
        query={query}
        near={search.near}
        radius={list.radius}
        page={list.page ?? 1}
        empty={
          isFiltered(list) || list.radius ? (
            <NothingPassed search={search} />
          ) : (
            <NoPosts title="아직 올라온 글이 없어요" text="오늘 맛있게 드신 한 끼를 처음으로 나눠 주세요." />
          )
        }
      />
    </div>
  )
}

/** Whether new posts appear at the top of this list. */
function isWholeFeed(list: ListParams): boolean {
  return list.sort === 'latest' && !list.near && !list.page && !isFiltered(list)
}
