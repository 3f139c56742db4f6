import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { requireViewer } from '../../components/require-viewer.ts'
import { MyListPending, PENDING_AFTER } from '../../components/skeletons.tsx'
import { myListQuery } from '../../queries/get-posts.ts'
import { loadList } from '../../queries/load-list.ts'
import { currentViewer } from '../../queries/viewer.ts'
import { MyList } from './-my-list.tsx'

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
