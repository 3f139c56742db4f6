import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** The heading of a list. */
export const FEED_TITLE = 'feed-title'

/** Reloads a list from its first page, scrolls to its top and moves the focus there. */
export function useStartAnew(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  return () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById(FEED_TITLE)?.focus({ preventScroll: true })
    void client.resetQueries({ queryKey, exact: true })
  }
}
