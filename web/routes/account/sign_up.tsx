import { createFileRoute } from '@tanstack/react-router'
import { nextSearch, requireSignedOut } from '../../accounts/route-guards.ts'
import { privateHead } from '../../page-info.ts'
import { SignUpScreen } from './-auth/sign-up-screen.tsx'

export const Route = createFileRoute('/account/sign_up')({
  validateSearch: nextSearch,
  beforeLoad: requireSignedOut,
  head: ({ matches }) => privateHead(matches, '회원가입'),
  component: () => <SignUpScreen {...Route.useSearch()} />,
})
