import { createFileRoute } from '@tanstack/react-router'
import { failures } from '#rules/errors.ts'
import { ContactOperator, HomeButton } from '../frame/error-screen.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { privateHead } from '../page-info.ts'

const DEFAULT_STATUS = 400

/** The HTTP status in the URL if it is 4xx or 5xx; else 400. */
function toStatus(value: unknown): number {
  const text = String(value ?? '')
  return /^[45]\d\d$/.test(text) ? Number(text) : DEFAULT_STATUS
}

export const Route = createFileRoute('/error')({
  validateSearch: (search: Record<string, unknown>): { status?: string } =>
    search.status === undefined ? {} : { status: String(search.status) },
  loaderDeps: ({ search }) => ({ status: toStatus(search.status) }),
  // The response gets the status that the page shows.
  loader: ({ context, deps }) => context.page?.setStatus(deps.status),
  head: ({ match }) => privateHead(match, '오류'),
  component: ErrorPage,
})

function ErrorPage() {
  const { status } = Route.useLoaderDeps()
  return (
    <EmptyState art="broken" code={`Error Code ${status}`} title={failures.page.title} text={<ContactOperator />}>
      <HomeButton />
    </EmptyState>
  )
}
