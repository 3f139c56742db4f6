import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '../../accounts/route-guards.ts'
import { useGraphql } from '../../graphql.ts'
import { entryKeyOf } from '../../kit/history-entry.ts'
import { privateHead } from '../../page-info.ts'
import { NoPosts } from '../../posts/lists/list-end.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { MyListPending } from '../../posts/lists/skeletons.tsx'
import { loadList } from '../../posts/lists/use-posts.ts'
import { ownPostsQuery } from '../../posts/queries/posts-query.ts'
import { useViewer } from '../../store/use-store.ts'

export const Route = createFileRoute('/account/my_list')({
  beforeLoad: requireViewer,
  loader: async ({ context, location }) => {
    const viewer = context.store.viewer
    if (viewer) await loadList(context, ownPostsQuery(context.graphql, viewer.jwt), entryKeyOf(location))
  },
  head: ({ match }) => privateHead(match, '내가 쓴 글'),
  pendingComponent: MyListPending,
  component: MyList,
})

function MyList() {
  const viewer = useViewer()
  const graphql = useGraphql()
  if (!viewer) return null
  return (
    <div className="wrap">
      <div className="feed-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          내가 쓴 글
        </h1>
      </div>
      <PostList
        key={viewer.jwt}
        query={ownPostsQuery(graphql, viewer.jwt)}
        empty={<NoPosts title="아직 쓴 글이 없어요" text="다녀온 식당 가운데 또 가고 싶은 곳을 적어 보세요." />}
      />
    </div>
  )
}
