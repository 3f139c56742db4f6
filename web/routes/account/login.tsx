import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/account/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: () => <h1>로그인</h1>,
})
