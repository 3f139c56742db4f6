import { useHydrated } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { postPath } from '#rules/paths.ts'
import { keepHeights, keptList } from '../storage/kept-lists.ts'
import { BLOCK, gapHeight, positionOf } from './list-window.ts'
import type { ListedPost, ListQuery } from './lists.ts'
import { PostCard } from './post-card.tsx'
import { useListWindow } from './use-list-window.ts'
import { useHistoryEntry } from './use-posts.ts'
import { scrollToCard } from './use-restored-list.ts'

type CardsProps = Omit<Parameters<typeof PostCard>[0], 'post' | 'eager'> & {
  /** The `<ul>` around them. */
  list: RefObject<HTMLElement | null>
  posts: readonly ListedPost[]
  /** The key of the query of these posts. */
  queryKey: ListQuery['queryKey']
  /** Whether the list has just been restored after a reload. */
  isRestored: boolean
  /** Whether these are all posts. */
  isComplete: boolean
}

/**
 * The cards near the window, with gaps in place of the others, so that a long list is no larger a page than a short one.
 * Starts at the card that was read. Its `key` must identify the list and its order.
 */
export function Cards({ list, posts, queryKey, isRestored, isComplete, ...card }: CardsProps) {
  const entry = useHistoryEntry()
  const hydrated = useHydrated()
  // While hydrating, what the server has rendered.
  const [kept] = useState(() => (hydrated || isRestored ? keptList(entry, queryKey) : undefined))
  const [start] = useState(() => {
    const index = posts.findIndex(({ id }) => postPath(id) === kept?.reading?.card)
    return { index: index < 0 ? null : index, measured: kept?.measured }
  })
  // Before the window looks at what is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start
  useLayoutEffect(() => {
    if (kept?.reading) scrollToCard(list.current, kept.reading)
  }, [])
  const { runs, heights } = useListWindow(list, posts.length, start, (measured) =>
    keepHeights(entry, queryKey, measured),
  )
  return runs.flatMap(({ from, to, isGap }) => {
    if (isGap)
      return (
        <li
          key={`gap-${from}`}
          className="feed-gap"
          aria-hidden="true"
          style={{ height: gapHeight({ from, to }, heights) }}
        />
      )
    return posts.slice(from * BLOCK, to * BLOCK).map((post, offset) => {
      const index = from * BLOCK + offset
      return (
        <li key={post.id} {...positionOf(index, { runs, cards: posts.length, isComplete })}>
          <PostCard post={post} eager={index === 0} {...card} />
        </li>
      )
    })
  })
}
