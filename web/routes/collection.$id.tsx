import { createFileRoute, notFound } from '@tanstack/react-router'
import { ApiError } from '../graphql.ts'
import { siteOf } from '../page-info.ts'
import { type CollectionPage, collectionQuery } from '../posts/collections/collection-queries.ts'
import { MyListPending, PENDING_AFTER } from '../posts/lists/skeletons.tsx'
import { CollectionNotFound, CollectionScreen } from './-collection/collection-screen.tsx'

export const Route = createFileRoute('/collection/$id')({
  loader: async ({ context: { queryClient, graphql }, params: { id } }) => {
    await queryClient.ensureQueryData(collectionQuery(graphql, id)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFound() : error
    })
  },
  head: async ({ match, matches, params }) => {
    const page = match.context.queryClient.getQueryData<CollectionPage>(['collection', params.id])
    const { collectionHead } = await import('./-collection/collection-head.ts')
    return collectionHead(siteOf(matches), page)
  },
  pendingComponent: MyListPending,
  pendingMs: PENDING_AFTER,
  component: CollectionScreen,
  notFoundComponent: CollectionNotFound,
})
