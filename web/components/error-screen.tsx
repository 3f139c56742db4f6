import { failures } from '#rules/errors.ts'

/** What a page shows whose data could not be had. */
export function ErrorScreen() {
  return <h1>{failures.page}</h1>
}
