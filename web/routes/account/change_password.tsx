import { createFileRoute } from '@tanstack/react-router'
import { nextSearch, requireViewer } from '../../accounts/route-guards.ts'
import { privateHead } from '../../page-info.ts'
import { ChangePasswordScreen } from './-change-password/change-password-screen.tsx'

export const Route = createFileRoute('/account/change_password')({
  validateSearch: nextSearch,
  beforeLoad: requireViewer,
  head: ({ matches }) => privateHead(matches, '비밀번호 변경'),
  component: () => <ChangePasswordScreen {...Route.useSearch()} />,
})
