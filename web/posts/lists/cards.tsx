import { useHydrated } from '@tanstack/react-router'
import { type CSSProperties, type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react'
import { postPath } from '#rules/paths.ts'
import { keptScreen } from '../../storage/kept-screens.ts'
import { dishesOf } from '../cards/dishes.ts'
import { PostCard } from '../cards/post-card.tsx'
import type { ListedPost } from '../queries/list-query.ts'
import { useHistoryEntry } from './use-posts.ts'
import { scrollToCard } from './use-reading-place.ts'

/** Of a long list, the cards from so many before the one that was read up to so many after it are built first. */
const BEFORE = 6
const AFTER = 12

/** Cards of the widest first row. The marks of those below, which need the page's script, come with it. */
const FIRST_ROW = 3

type CardsProps = Omit<Parameters<typeof PostCard>[0], 'post' | 'dish' | 'eager' | 'hasMarks'> & {
  list: RefObject<HTMLElement | null>
  posts: readonly ListedPost[]
  /** Whether the list has just been restored after a reload. */
  isRestored: boolean
}

/**
 * The cards of a list. A return to a long list shows those in view at once, and React builds the others right after.
 * Its `key` must identify the list and its order.
 */
export function Cards({ list, posts, isRestored, ...card }: CardsProps) {
  const entry = useHistoryEntry()
  const hydrated = useHydrated()
  // While hydrating, what the server has rendered.
  const [reading] = useState(() => (hydrated || isRestored ? keptScreen(entry).reading : undefined))
  const [start] = useState(() => posts.findIndex(({ id }) => postPath(id) === reading?.card))
  const isWhole = useDeferredValue(true, posts.length <= BEFORE + AFTER)
  useLayoutEffect(() => {
    if (reading) scrollToCard(list.current, reading)
  }, [list, reading])
  const dishes = dishesOf(posts)
  return posts.map((post, index) => (
    <li key={post.id} style={heightOf(reading?.cards[index])}>
      {(isWhole || (index >= start - BEFORE && index < start + AFTER)) && (
        <PostCard
          post={post}
          dish={dishes[index]}
          eager={index === 0}
          hasMarks={hydrated || index < FIRST_ROW}
          {...card}
        />
      )}
    </li>
  ))
}

/** The height that a card takes until it is painted, in pixels. */
function heightOf(height: number | undefined): CSSProperties | undefined {
  return height === undefined ? undefined : ({ '--card-height': `${height}px` } as CSSProperties)
}
