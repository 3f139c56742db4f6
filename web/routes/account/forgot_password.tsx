import { createFileRoute } from '@tanstack/react-router'
import { nextSearch } from '../../accounts/route-guards.ts'
import { privateHead } from '../../page-info.ts'
import { ForgotPasswordScreen } from './-forgot-password/forgot-password-screen.tsx'

export const Route = createFileRoute('/account/forgot_password')({
  validateSearch: nextSearch,
  head: ({ matches }) => privateHead(matches, '비밀번호 찾기'),
  component: () => <ForgotPasswordScreen {...Route.useSearch()} />,
})
