import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { requireMember } from '../../components/require-viewer.ts'
import { sessionsQuery } from '../../queries/get-sessions.ts'
import { profileQuery } from '../../queries/profile.ts'
import { currentViewer } from '../../queries/viewer.ts'
import { orLogin } from './-or-login.ts'
import { ProfileScreen } from './-profile-screen.tsx'

export const Route = createFileRoute('/account/profile')({
  beforeLoad: requireMember,
  loader: async ({ context, location }) => {
    const { queryClient, graphql } = context
    const jwt = currentViewer(context)?.jwt
    if (jwt === undefined) return
    const sessions = queryClient.prefetchQuery(sessionsQuery(graphql))
    await orLogin({ context, location }, queryClient.ensureQueryData(profileQuery(graphql, jwt)))
    await sessions
  },
  head: ({ matches }) => privateHead(matches, '프로필'),
  component: ProfileScreen,
})
