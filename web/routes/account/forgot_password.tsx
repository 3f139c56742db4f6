import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { ForgotPasswordScreen } from './-forgot-password-screen.tsx'
import { nextSearch } from './-next.ts'

export const Route = createFileRoute('/account/forgot_password')({
  validateSearch: nextSearch,
  head: ({ matches }) => privateHead(matches, '비밀번호 찾기'),
  component: () => <ForgotPasswordScreen {...Route.useSearch()} />,
})
