import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** The heading of a list, where reading starts. */
export const FEED_TITLE = 'feed-title'

/** Loads a list anew from its first page and goes to its top; the keyboard follows. */
export function useStartAnew(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  return () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById(FEED_TITLE)?.focus({ preventScroll: true })
    void client.resetQueries({ queryKey, exact: true })
  }
}
