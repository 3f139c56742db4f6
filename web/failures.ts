import { errorMessages, failures } from '#rules/errors.ts'
import { ApiError, Unreachable } from './graphql.ts'

/**
 * The sentence to show for what failed. `answered` is the one for whatever a server answered, where that has one of its
 * own; the answer's sentence otherwise.
 */
export function sentenceOf(error: unknown, answered?: string): string {
  if (isOffline(error)) return failures.offline
  return answered ?? (error instanceof ApiError ? error.message : errorMessages.INTERNAL)
}

/** Whether nothing could be reached. */
export function isOffline(error: unknown): boolean {
  const isAway = globalThis.navigator?.onLine === false && !(error instanceof ApiError)
  return isAway || error instanceof Unreachable || isLostCode(error)
}

/** Whether code of the page could not be fetched because nothing could be reached. */
export function isLostCode(error: unknown): boolean {
  return lostCode.has(error as Error)
}

const lostCode = new WeakSet<Error>()

/**
 * Tells code that cannot be fetched without a network from code that is no longer there. The router loads the page anew
 * for the latter, which without a network would leave nothing on the screen; it goes by the error's message.
 */
export function watchCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return
    lostCode.add(payload)
    payload.message = failures.offline
  })
}
