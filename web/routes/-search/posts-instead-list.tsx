import { useQuery } from '@tanstack/react-query'
import { useGraphql } from '../../kit/use-graphql.ts'
import { CountedArea } from '../../places/area-link.tsx'
import type { ListParams } from '../../posts/lists/list-search.ts'
import { NothingOpen } from '../../posts/lists/open-filter.tsx'
import { PostList } from '../../posts/lists/post-list.tsx'
import { useShownPosts } from '../../posts/lists/use-posts.ts'
import type { ListQuery } from '../../posts/queries/list-query.ts'
import type { Landmark } from './named-landmarks.ts'
import { NothingFound } from './nothing-found.tsx'
import { foundNothing, mayShowInstead, type PostsInstead, postsInArea, postsNear } from './posts-instead.ts'
import { hintsQuery } from './search-hints.ts'

type Search = { keyword: string; list: ListParams; query: ListQuery; landmarks: readonly Landmark[] }

/** The posts to show instead of results; null if there are results, or the keyword names no place. */
export function usePostsInstead({ keyword, list, query, landmarks }: Search): PostsInstead | null {
  const execute = useGraphql()
  // While another order is loading, the posts of the former one tell.
  const { data } = useShownPosts(query)
  const isWanted = foundNothing(data?.pages) && mayShowInstead(list)
  const hints = useQuery({
    ...hintsQuery(execute, keyword),
    enabled: isWanted && landmarks.length === 0,
    refetchOnMount: false,
  })
  if (!isWanted) return null
  return postsNear(execute, landmarks, list) ?? (hints.data ? postsInArea(execute, hints.data, list) : null)
}

type PostsInsteadListProps = { instead: PostsInstead; keyword: string; isOpen: boolean }

/** The posts near the landmark or in the area that a keyword without results names. */
export function PostsInsteadList({ instead, keyword, isOpen }: PostsInsteadListProps) {
  const { data } = useShownPosts(instead.query)
  const isEmpty = data?.pages[0]?.data.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="instead-head">
          <p>{instead.sentence}</p>
          {!instead.near && <Areas keyword={keyword} />}
          <h2>{instead.heading}</h2>
        </div>
      )}
      <PostList
        key={instead.heading}
        query={instead.query}
        near={instead.near}
        empty={isOpen ? <NothingOpen /> : <NothingFound keyword={keyword} isNear={false} />}
      />
    </>
  )
}

/** Links to the areas that the keyword names. */
function Areas({ keyword }: { keyword: string }) {
  const { data } = useQuery({ ...hintsQuery(useGraphql(), keyword), enabled: false })
  return (
    <nav aria-label="지역">
      <ul className="areas">
        {data?.areas.map((area) => (
          <CountedArea key={area.path} area={area} />
        ))}
      </ul>
    </nav>
  )
}
