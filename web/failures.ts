import { notFound } from '@tanstack/react-router'
import { errorMessages, failures } from '#rules/errors.ts'
import { ApiError, isOtherAccount, Unreachable } from './graphql.ts'

/** The message to show for a failure; empty for null. `replacement` is for the server's own message, unless that is about the account. */
export function sentenceOf(error: unknown, replacement?: string): string {
  if (error === null) return ''
  if (isConnectionFailure(error)) return failures.offline
  if (isOtherAccount(error)) return errorMessages.OTHER_ACCOUNT
  return replacement ?? (error instanceof ApiError ? error.message : errorMessages.INTERNAL)
}

export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined
}

/** Whether the device is offline, or the server or a file of the page could not be reached. */
export function isConnectionFailure(error: unknown): boolean {
  const isCutOff = globalThis.navigator?.onLine === false && !(error instanceof ApiError)
  return isCutOff || error instanceof Unreachable || isModuleLoadError(error)
}

/** Whether the site was away or too busy, so that the same request may succeed later. */
export function isSiteUnavailable(error: unknown): boolean {
  // Compared by message, because an error of rendering on the server arrives without its code.
  return isConnectionFailure(error) || (error instanceof Error && error.message === errorMessages.UNAVAILABLE)
}

export function isModuleLoadError(error: unknown): boolean {
  return moduleLoadErrors.has(error as Error)
}

/** Reloads the page to fetch missing code. Does nothing while the site is away, because a reload would leave an empty screen. */
export async function reloadToFetchCode(): Promise<void> {
  const response = await fetch('', { method: 'HEAD' }).catch(() => null)
  if (response?.ok && !(response.status === STORED_PAGE_STATUS && isFirstPage())) location.reload()
}

/** Reloads the page, unless the site is away. */
export async function reloadAfterAccountChange(): Promise<void> {
  const response = await fetch('', { method: 'HEAD' }).catch(() => null)
  if (response && response.status < 500 && response.status !== STORED_PAGE_STATUS) location.reload()
}

/** Status of a page that the service worker has stored (`offline/worker.ts`). */
const STORED_PAGE_STATUS = 203

function isFirstPage(): boolean {
  return performance.getEntriesByType('navigation')[0]?.name === location.href
}

const moduleLoadErrors = new WeakSet<Error>()

/**
 * Marks errors of modules that could not be loaded, so that the router does not reload the page, which would leave an empty
 * screen while the site is away. Code that is still missing after a reload is a fault of the site.
 */
export function markModuleLoadErrors(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && load?.type === 'reload') return
    moduleLoadErrors.add(payload)
    payload.message = failures.offline
  })
}

/** Throws the router's error for a missing page if the API has not found something, and any other error as it is. */
export function rethrowAsNotFound(error: unknown): never {
  throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFound() : error
}
