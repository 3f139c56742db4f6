import { queryOptions } from '@tanstack/react-query'
import type { Viewer } from '#contract/page-context.ts'

/**
 * The signed-in person, or null. The server fills it with every page; login and signup replace it. Always stale and kept
 * five minutes (decision D29a).
 */
export function viewerQuery() {
  return queryOptions({
    queryKey: ['user'],
    queryFn: (): Viewer | null => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  })
}
