import type { useInfiniteQuery } from '@tanstack/react-query'
import { sentenceOf } from '../failures.ts'
import { RetryButton } from './empty-state.tsx'

type MoreButtonProps = {
  list: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasNextPage' | 'isFetching' | 'isError' | 'error' | 'fetchNextPage' | 'refetch'
  > & { data?: unknown }
  children: string
  /** Shown when the list could not be loaded and the failure has no sentence of its own. */
  failure: string
}

export function MoreButton({ list, children, failure }: MoreButtonProps) {
  const { data, hasNextPage, isFetching, isError, error, fetchNextPage, refetch } = list
  if (isError && !isFetching) {
    return (
      <div className="list-end" role="alert">
        <p>{sentenceOf(error, failure)}</p>
        <RetryButton look="outline" onPress={() => void (data ? fetchNextPage() : refetch())} />
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    <button
      type="button"
      className="btn btn-quiet btn-wide"
      aria-disabled={isFetching || undefined}
      onClick={() => !isFetching && void fetchNextPage()}
    >
      {isFetching ? '불러오는 중…' : children}
    </button>
  )
}
