import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useGraphql } from '../graphql.ts'
import { ChevronRight } from '../kit/icons.gen.ts'
import { PostRows } from '../posts/cards/post-rows.tsx'
import { usePosts } from '../store/use-store.ts'
import { AreaLink } from './area-links.tsx'
import { postsAroundQuery } from './shops.ts'
import './shops.css'

const MAX_POSTS = 3

type PostsAroundProps = {
  place: { lat: number | null; lng: number | null }
  heading: string
  /** The area whose page lists more posts. */
  area?: { name: string; path: string } | undefined
}

/** The posts nearest to a shop that has none; null if none is near. */
export function PostsAround({ place: { lat, lng }, heading, area }: PostsAroundProps) {
  const id = useId()
  const { data = [] } = useQuery(postsAroundQuery(useGraphql(), { lat, lng }))
  const posts = usePosts(data.slice(0, MAX_POSTS))
  if (lat === null || lng === null || posts.length === 0) return null
  return (
    <section className="posts-around" aria-labelledby={id}>
      <div className="posts-around-head">
        <h2 id={id}>{heading}</h2>
        {area && (
          <AreaLink path={area.path} className="link">
            {area.name} 글 보기
            <ChevronRight className="icon icon-s" />
          </AreaLink>
        )}
      </div>
      <PostRows posts={posts} near={{ lat, lng }} />
    </section>
  )
}
