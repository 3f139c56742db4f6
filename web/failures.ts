import { errorMessages, failures } from '#rules/errors.ts'
import { ApiError, Unreachable } from './graphql.ts'

/** The message to show for a failure. `answered` replaces the server's own message. */
export function sentenceOf(error: unknown, answered?: string): string {
  if (isOffline(error)) return failures.offline
  return answered ?? (error instanceof ApiError ? error.message : errorMessages.INTERNAL)
}

export function isOffline(error: unknown): boolean {
  const isCutOff = globalThis.navigator?.onLine === false && !(error instanceof ApiError)
  return isCutOff || error instanceof Unreachable || isUnreachableCode(error)
}

/** Whether the site was away or too busy, so that the same request may succeed later. */
export function isAway(error: unknown): boolean {
  // An error of rendering on the server arrives without its code.
  return isOffline(error) || (error instanceof Error && error.message === errorMessages.UNAVAILABLE)
}

export function isUnreachableCode(error: unknown): boolean {
  return unreachableCode.has(error as Error)
}

const unreachableCode = new WeakSet<Error>()

/** Keeps the router from reloading the page, as it does for a missing module: offline that leaves an empty screen. */
export function markUnreachableCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return
    unreachableCode.add(payload)
    payload.message = failures.offline
  })
}
