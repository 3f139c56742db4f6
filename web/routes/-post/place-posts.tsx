import { useQuery } from '@tanstack/react-query'
import { useGraphql } from '../../kit/use-graphql.ts'
import { placePostsQuery } from '../../posts/get-place-posts.ts'
import { MiniPost } from '../../posts/mini-post.tsx'

/** Other posts about the place; null if there are none or they could not be loaded. */
export function PlacePosts({ id }: { id: string }) {
  const { data: posts } = useQuery(placePostsQuery(useGraphql(), id))
  if (!posts?.length) return null
  return (
    <section className="place-posts" aria-labelledby="place-posts">
      <h2 id="place-posts">이 장소의 다른 글</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <MiniPost post={post} story={post.contents} meta={<span>{post.username}</span>} />
          </li>
        ))}
      </ul>
    </section>
  )
}
