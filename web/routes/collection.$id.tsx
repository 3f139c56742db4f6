import { createFileRoute } from '@tanstack/react-router'
import { rethrowAsNotFound } from '../failures.ts'
import { siteOf } from '../page-info.ts'
import { type CollectionPage, collectionQuery } from '../posts/collections/collection-queries.ts'
import { MyListPending } from '../posts/lists/skeletons.tsx'
import { CollectionNotFound, CollectionScreen } from './-collection/collection-screen.tsx'

export const Route = createFileRoute('/collection/$id')({
  loader: async ({ context: { queryClient, graphql }, params: { id } }) => {
    await queryClient.ensureQueryData(collectionQuery(graphql, id)).catch(rethrowAsNotFound)
  },
  head: async ({ match, params }) => {
    const page = match.context.queryClient.getQueryData<CollectionPage>(['collection', params.id])
    const { collectionHead } = await import('./-heads.ts')
    return collectionHead(siteOf(match), page, match.error)
  },
  pendingComponent: MyListPending,
  component: CollectionScreen,
  notFoundComponent: CollectionNotFound,
})
