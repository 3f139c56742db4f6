import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** The heading of a list. */
export const FEED_TITLE_ID = 'feed-title'

/** Reloads a list from its first page, scrolls to its top and moves the focus there. */
export function useReloadList(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  return () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById(FEED_TITLE_ID)?.focus({ preventScroll: true })
    void client.resetQueries({ queryKey, exact: true })
  }
}
