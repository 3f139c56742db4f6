import { createFileRoute } from '@tanstack/react-router'
import { profileQuery, sessionsQuery } from '../../accounts/profile-queries.ts'
import { redirectIfExpired, requireMember } from '../../accounts/route-guards.ts'
import { currentViewer } from '../../accounts/viewer.ts'
import { privateHead } from '../../page-info.ts'
import { ProfileScreen } from './-profile/profile-screen.tsx'

export const Route = createFileRoute('/account/profile')({
  beforeLoad: requireMember,
  loader: async ({ context, location }) => {
    const { queryClient, graphql } = context
    const jwt = currentViewer(context)?.jwt
    if (jwt === undefined) return
    const sessions = queryClient.prefetchQuery(sessionsQuery(graphql))
    await redirectIfExpired({ context, location }, queryClient.ensureQueryData(profileQuery(graphql, jwt)))
    await sessions
  },
  head: ({ matches }) => privateHead(matches, '프로필'),
  component: ProfileScreen,
})
