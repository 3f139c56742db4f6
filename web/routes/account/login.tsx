import { createFileRoute } from '@tanstack/react-router'
import { nextSearch, requireSignedOut } from '../../accounts/route-guards.ts'
import { privateHead } from '../../page-info.ts'
import { LoginScreen } from './-auth/login-screen.tsx'

export const Route = createFileRoute('/account/login')({
  validateSearch: nextSearch,
  beforeLoad: requireSignedOut,
  head: ({ matches }) => privateHead(matches, '로그인'),
  component: () => <LoginScreen {...Route.useSearch()} />,
})
