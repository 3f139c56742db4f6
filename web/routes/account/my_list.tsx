import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { requireViewer } from '../../components/require-viewer.ts'
import { myListQuery } from '../../queries/get-posts.ts'
import { currentViewer } from '../../queries/viewer.ts'
import { MyList } from './-my-list.tsx'

export const Route = createFileRoute('/account/my_list')({
  beforeLoad: requireViewer,
  loader: async ({ context }) => {
    const viewer = currentViewer(context)
    if (viewer) await context.queryClient.ensureInfiniteQueryData(myListQuery(context.graphql, viewer.jwt))
  },
  head: ({ matches }) => privateHead(matches, '내가 쓴 글'),
  component: MyList,
})
