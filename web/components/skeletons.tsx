import { useEffect, useState } from 'react'

/** Sooner than this, what was shown before is better than a skeleton, in milliseconds. */
export const PENDING_AFTER = 300

/** Cards of the widest first row. */
export const FIRST_ROW = 3

/** A row of cards that are on their way. */
export function SkeletonRow() {
  return Array.from({ length: FIRST_ROW }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <li key={`skeleton-${index}`}>
      <SkeletonCard />
    </li>
  ))
}

/** What stands there while a list of posts takes long to come. */
export function FeedPending() {
  useFocusBackOn('.filter summary')
  return (
    <div className="wrap" aria-busy="true">
      <div className="feed-head feed-head-pending">
        <span className="skeleton skeleton-title" />
      </div>
      <ul className="feed">
        <SkeletonRow />
      </ul>
      <Loading />
    </div>
  )
}

/** What stands there while a post takes long to come. */
export function PostPending() {
  return (
    <div className="wrap detail" aria-busy="true">
      <div className="skeleton-post">
        <div className="photo detail-photo" />
        <span className="skeleton skeleton-title" />
        <span className="skeleton" />
        <span className="skeleton" />
        <Loading />
      </div>
    </div>
  )
}

/** The keyboard was at this control when the skeleton took its place; it goes back there once the control is. */
function useFocusBackOn(selector: string) {
  const [hadFocus] = useState(() => !import.meta.env.SSR && document.activeElement?.matches(selector) === true)
  useEffect(() => {
    if (!hadFocus) return
    return () => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [hadFocus, selector])
}

function Loading() {
  return (
    <p className="sr-only" role="status">
      불러오는 중이에요.
    </p>
  )
}

function SkeletonCard() {
  return (
    <div className="card card-skeleton" aria-hidden="true">
      <div className="card-head">
        <span className="skeleton skeleton-round" />
        <div className="who">
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      </div>
      <div className="photo" />
      <div className="card-body">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    </div>
  )
}
