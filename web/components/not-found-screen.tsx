import { failures } from '#rules/errors.ts'

export function NotFoundScreen() {
  return <h1>{failures.notFound}</h1>
}
