import { createFileRoute } from '@tanstack/react-router'
import { requireViewer } from '../../accounts/route-guards.ts'
import { currentViewer } from '../../accounts/viewer.ts'
import { privateHead } from '../../page-info.ts'
import { myListQuery } from '../../posts/get-posts.ts'
import { loadList } from '../../posts/load-list.ts'
import { MyListPending, PENDING_AFTER } from '../../posts/skeletons.tsx'
import { MyList } from './-my-list/my-list.tsx'

export const Route = createFileRoute('/account/my_list')({
  beforeLoad: requireViewer,
  loader: async ({ context, location }) => {
    const viewer = currentViewer(context)
    if (viewer) await loadList(context, myListQuery(context.graphql, viewer.jwt), location.state.__TSR_key)
  },
  head: ({ matches }) => privateHead(matches, '내가 쓴 글'),
  pendingComponent: MyListPending,
  pendingMs: PENDING_AFTER,
  component: MyList,
})
