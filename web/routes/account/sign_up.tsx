import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../../components/page-info.ts'
import { nextSearch, requireNobody } from './-next.ts'
import { SignUpScreen } from './-sign-up-screen.tsx'

export const Route = createFileRoute('/account/sign_up')({
  validateSearch: nextSearch,
  beforeLoad: requireNobody,
  head: ({ matches }) => privateHead(matches, '회원가입'),
  component: () => <SignUpScreen {...Route.useSearch()} />,
})
