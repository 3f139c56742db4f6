import { ApiError } from '../graphql.ts'

/** Once more (P29a), in the browser, and only for what may be different the next time. */
export function retryOnce(failures: number, error: Error): boolean {
  const isAnswered = error instanceof ApiError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
  return !import.meta.env.SSR && failures < 1 && !isAnswered
}
