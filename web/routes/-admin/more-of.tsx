/** '더 보기' below a list that has more. */
export function MoreOf({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  if (!hasNextPage) return null
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-disabled={isFetchingNextPage || undefined}
      onClick={() => isFetchingNextPage || void fetchNextPage()}
    >
      더 보기
    </button>
  )
}
