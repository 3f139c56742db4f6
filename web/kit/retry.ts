import { ApiError } from '../graphql.ts'

/** One retry (P29a), only in the browser, and only for failures that may be temporary. */
export function retryOnce(failures: number, error: Error): boolean {
  const isAnswered = error instanceof ApiError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
  return !import.meta.env.SSR && failures < 1 && !isAnswered
}
