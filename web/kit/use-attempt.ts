import { useState } from 'react'
import { sentenceOf } from '../failures.ts'
import { ApiError } from '../graphql.ts'

/**
 * Runs one thing at a time, such as what a form sends. Its failure stays until the next try.
 * @param isHandled whether a failure is dealt with elsewhere, as an expired session is (`useSignInAgain`)
 */
export function useAttempt(isHandled: (error: unknown) => boolean = () => false) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    await work().catch((failure: unknown) => isHandled(failure) || setError(failure))
    setBusy(false)
  }
  return {
    busy,
    error,
    attempt,
    clear: () => setError(null),
    /** Why it failed; empty if it did not. */
    failure: error === null ? '' : sentenceOf(error),
    /** What the server said of a field. */
    faultOf: (field: string) =>
      error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined,
  }
}
