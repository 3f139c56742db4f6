import { Link, useSearch } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { readNear, toSort } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { EmptyBowl } from '../../kit/empty-bowl.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useGraphql } from '../../kit/use-graphql.ts'
import { postsQuery } from '../../posts/get-posts.ts'
import { MapLink } from '../../posts/map-link.tsx'
import { NewPostsPill } from '../../posts/new-posts-pill.tsx'
import { PostList } from '../../posts/post-list.tsx'
import { FilterMenu } from '../../posts/sort-menu.tsx'
import { FEED_TITLE_ID } from '../../posts/use-reload-list.ts'

/** The feed. */
export function Home() {
  const search = useSearch({ strict: false })
  const filter = toSort(search.filter)
  const near = search.near ?? null
  const query = postsQuery(useGraphql(), filter, readNear(near), search.page)
  return (
    <div className="wrap">
      <div className="feed-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          이웃이 나눈 맛집
        </h1>
        {filter === 'latest' && !near && !search.page && <NewPostsPill query={query} />}
        <div className="feed-tools">
          <MapLink />
          <FilterMenu filter={filter} near={near} />
        </div>
      </div>
      <PostList query={query} page={search.page ?? 1} empty={<NoPosts />} />
    </div>
  )
}

function NoPosts() {
  return (
    <EmptyState
      inFeed
      art={<EmptyBowl />}
      title="아직 올라온 글이 없습니다"
      text="오늘 맛있게 드신 한 끼를 처음으로 나눠 주세요."
    >
      <Link to={paths.addPost} className="btn btn-primary">
        <SquarePen className="icon" aria-hidden="true" />
        글쓰기
      </Link>
    </EmptyState>
  )
}
