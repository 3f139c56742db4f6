import { createFileRoute, notFound } from '@tanstack/react-router'
import { ApiError } from '../graphql.ts'
import { reportsQuery } from '../moderation/admin.ts'
import { privateHead } from '../page-info.ts'
import { AdminPage } from './-admin/admin-page.tsx'
import { adminSearch } from './-admin/admin-search.ts'

/** Whoever is no moderator gets the page of unknown URLs. */
export const Route = createFileRoute('/admin')({
  validateSearch: adminSearch,
  loader: async ({ context: { queryClient, graphql } }) => {
    await queryClient.ensureInfiniteQueryData(reportsQuery(graphql)).catch((error: unknown) => {
      throw error instanceof ApiError && error.code !== 'UNAVAILABLE' ? notFound() : error
    })
  },
  head: ({ matches, match }) => (match.status === 'success' ? privateHead(matches, '운영') : {}),
  component: AdminPage,
})
