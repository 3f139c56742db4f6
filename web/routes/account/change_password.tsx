import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { requireViewer } from '../../components/require-viewer.ts'
import { ChangePasswordScreen } from './-change-password-screen.tsx'
import { nextSearch } from './-next.ts'

export const Route = createFileRoute('/account/change_password')({
  validateSearch: nextSearch,
  beforeLoad: requireViewer,
  head: ({ matches }) => privateHead(matches, '비밀번호 변경'),
  component: () => <ChangePasswordScreen {...Route.useSearch()} />,
})
