import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { LoginScreen } from './-login-screen.tsx'
import { nextSearch, requireNobody } from './-next.ts'

export const Route = createFileRoute('/account/login')({
  validateSearch: nextSearch,
  beforeLoad: requireNobody,
  head: ({ matches }) => privateHead(matches, '로그인'),
  component: () => <LoginScreen {...Route.useSearch()} />,
})
