import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { redirectIfExpired } from '../accounts/expired-session.ts'
import { requireUnrestrictedViewer } from '../accounts/route-guards.ts'
import { FollowButton } from '../authors/follow-button.tsx'
import { activeAuthorsQuery, reloadAfterFollows } from '../authors/people.ts'
import { PersonRow } from '../authors/person-row.tsx'
import { useGraphql } from '../graphql.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { entryKeyOf } from '../kit/history-entry.ts'
import { privateHead } from '../page-info.ts'
import { FilterNote, Filters, NoMatchingPosts } from '../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../posts/lists/list-head.ts'
import { filtersOf, isFiltered, listParams, parseFilters } from '../posts/lists/list-search.ts'
import { PostList } from '../posts/lists/post-list.tsx'
import { FeedPending } from '../posts/lists/skeletons.tsx'
import { loadList } from '../posts/lists/use-posts.ts'
import { followedPostsQuery } from '../posts/queries/followed-query.ts'
import { useTown } from '../storage/remembered.ts'
import { useViewer } from '../store/use-store.ts'

export const Route = createFileRoute('/following')({
  validateSearch: parseFilters,
  beforeLoad: requireUnrestrictedViewer,
  loaderDeps: ({ search }) => filtersOf(search),
  loader: async ({ context, location, deps }) => {
    const { queryClient, graphql, store } = context
    if (!store.viewer) return
    const query = followedPostsQuery(graphql, store.viewer.jwt, deps)
    await redirectIfExpired({ context, location }, loadList(context, query, entryKeyOf(location)))
    const list = queryClient.getQueryData(query.queryKey)
    if (list?.pages[0]?.data.length === 0) await queryClient.prefetchQuery(activeAuthorsQuery(graphql, null))
  },
  head: ({ match }) => privateHead(match, '팔로잉'),
  pendingComponent: FeedPending,
  component: FollowingPage,
})

function FollowingPage() {
  const viewer = useViewer()
  const graphql = useGraphql()
  const search = Route.useSearch()
  // After a logout, until the navigation away is done.
  if (!viewer) return null
  const query = followedPostsQuery(graphql, viewer.jwt, search)
  return (
    <div className="wrap">
      <div className="feed-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          팔로우한 이웃의 맛집
        </h1>
        <div className="feed-tools">
          <Link to={paths.home} className="tool-link">
            모든 글
          </Link>
          <Link to={paths.following} className="tool-link" aria-current="page">
            팔로잉
          </Link>
          <Link to={paths.people} params={{ list: 'following' }} className="tool-link">
            내 이웃
          </Link>
          <Filters search={search} />
        </div>
      </div>
      <FilterNote search={search} query={query} />
      <PostList
        key={viewer.jwt}
        query={query}
        empty={isFiltered(listParams(search)) ? <NoMatchingPosts search={search} /> : <NoNeighbours />}
      />
    </div>
  )
}

function NoNeighbours() {
  const town = useTown()
  const { data: people = [] } = useQuery(activeAuthorsQuery(useGraphql(), town?.near ?? null))
  return (
    <div className="no-neighbours">
      <EmptyState art="people" inFeed title="팔로우한 이웃의 새 글이 여기에 모여요">
        {people.length > 0 && (
          <ul className="people" aria-label="추천하는 이웃">
            {people.map((person) => (
              <PersonRow key={person.handle} person={person}>
                <FollowButton {...person} className="btn btn-outline btn-small" />
              </PersonRow>
            ))}
          </ul>
        )}
        <button type="button" className="btn btn-outline" onClick={() => void reloadAfterFollows()}>
          새 글 보기
        </button>
      </EmptyState>
    </div>
  )
}
