import { Link, useSearch } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { readNear, toFilter } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { Blank } from '../components/blank.tsx'
import { EmptyBowl } from '../components/empty-bowl.tsx'
import { FilterMenu } from '../components/filter-menu.tsx'
import { MapLink } from '../components/map-link.tsx'
import { NewPostsPill } from '../components/new-posts-pill.tsx'
import { PostList } from '../components/post-list.tsx'
import { useGraphql } from '../components/use-graphql.ts'
import { FEED_TITLE } from '../components/use-start-anew.ts'
import { postsQuery } from '../queries/get-posts.ts'

/** The feed. */
export function Home() {
  const search = useSearch({ strict: false })
  const filter = toFilter(search.filter)
  const near = search.near ?? null
  const query = postsQuery(useGraphql(), filter, readNear(near), search.page)
  return (
    <div className="wrap">
      <div className="feed-head">
        <h1 id={FEED_TITLE} tabIndex={-1}>
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
    <Blank
      inFeed
      art={<EmptyBowl />}
      title="아직 올라온 글이 없습니다"
      text="오늘 맛있게 드신 한 끼를 처음으로 나눠 주세요."
    >
      <Link to={paths.addPost} className="btn btn-primary">
        <SquarePen className="icon" aria-hidden="true" />
        글쓰기
      </Link>
    </Blank>
  )
}
