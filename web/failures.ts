import { errorMessages, failures } from '#rules/errors.ts'
import { ApiError, Unreachable } from './graphql.ts'

/**
 * The message to show for a failure. `answered` replaces the message of an error that the server answered; by default
 * that message is shown.
 */
export function sentenceOf(error: unknown, answered?: string): string {
  if (isOffline(error)) return failures.offline
  return answered ?? (error instanceof ApiError ? error.message : errorMessages.INTERNAL)
}

/** Whether the server could not be reached. */
export function isOffline(error: unknown): boolean {
  const isCutOff = globalThis.navigator?.onLine === false && !(error instanceof ApiError)
  return isCutOff || error instanceof Unreachable || isUnreachableCode(error)
}

/**
 * Whether the site was away or too busy to answer, so that the same request may succeed later. An error of rendering on
 * the server arrives without its code, but with its message.
 */
export function isAway(error: unknown): boolean {
  return isOffline(error) || (error instanceof Error && error.message === errorMessages.UNAVAILABLE)
}

/** Whether code of the page could not be loaded because the server was unreachable. */
export function isUnreachableCode(error: unknown): boolean {
  return unreachableCode.has(error as Error)
}

const unreachableCode = new WeakSet<Error>()

/**
 * Distinguishes code that cannot be loaded offline from code that no longer exists. The router recognizes a missing
 * module by the error's message and reloads the page, which offline would leave an empty screen.
 */
export function markUnreachableCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return
    unreachableCode.add(payload)
    payload.message = failures.offline
  })
}
