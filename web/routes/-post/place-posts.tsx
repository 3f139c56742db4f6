import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { placePostsQuery } from '../../places/place-query.ts'
import { dishesOf } from '../../posts/cards/dishes.ts'
import { MiniPost } from '../../posts/cards/mini-post.tsx'

/** Other posts about the place; null if there are none or they could not be loaded. */
export function PlacePosts({ id, placeId }: { id: string; placeId: string | null }) {
  const { data: posts } = useQuery(placePostsQuery(useGraphql(), id))
  if (!posts?.length) return null
  const drawn = dishesOf(posts)
  return (
    <section className="place-posts" aria-labelledby="place-posts">
      <div className="section-head">
        <h2 id="place-posts">이 장소의 다른 글</h2>
        {placeId && (
          <Link to={paths.place} params={{ id: placeId }} className="link link-quiet">
            모두 보기
          </Link>
        )}
      </div>
      <ul>
        {posts.map((post, index) => (
          <li key={post.id}>
            <MiniPost post={post} story={post.contents} dish={drawn[index]} meta={<span>{post.username}</span>} />
          </li>
        ))}
      </ul>
    </section>
  )
}
