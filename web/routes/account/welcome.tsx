import { createFileRoute } from '@tanstack/react-router'
import { requireUnrestrictedViewer } from '../../accounts/route-guards.ts'
import { privateHead } from '../../page-info.ts'
import { WelcomePage } from './-welcome/welcome-page.tsx'

export const Route = createFileRoute('/account/welcome')({
  // `step` is in the URL, so that the second step has a history entry.
  validateSearch: ({ step }: Record<string, unknown>): { step?: 2 } => (String(step) === '2' ? { step: 2 } : {}),
  beforeLoad: requireUnrestrictedViewer,
  head: ({ match }) => privateHead(match, '환영해요'),
  component: WelcomePage,
})
