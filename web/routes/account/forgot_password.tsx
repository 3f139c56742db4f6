import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { ForgotPasswordScreen } from './-forgot-password-screen.tsx'

export const Route = createFileRoute('/account/forgot_password')({
  head: ({ matches }) => privateHead(matches, '비밀번호 찾기'),
  component: ForgotPasswordScreen,
})
