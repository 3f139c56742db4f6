import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { paths } from '#rules/paths.ts'
import { PostImage } from '../components/post-image.tsx'
import { useGraphql } from '../components/use-graphql.ts'
import { placePostsQuery } from '../queries/get-place-posts.ts'

/** What else was written about the place; nothing when nobody else did, or it could not be had. */
export function PlacePosts({ id }: { id: string }) {
  const { data: posts } = useQuery(placePostsQuery(useGraphql(), id))
  if (!posts?.length) return null
  return (
    <section className="place-posts" aria-labelledby="place-posts">
      <h2 id="place-posts">이 장소의 다른 글</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <Link to={paths.post} params={{ id: post.id }} className="mini">
              <span className="photo">
                <PostImage post={post} sizes="96px" square />
              </span>
              <span className="mini-text">
                <b>{post.title}</b>
                <span className="mini-story">{post.contents}</span>
                <span className="mini-meta">
                  <span>{post.username}</span>
                  <span className="mini-count">
                    <Heart className="icon icon-s" aria-hidden="true" />
                    <span className="sr-only">좋아요 </span>
                    {post.like}
                  </span>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
