import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

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

/** What stands there while the feed takes long to come. */
export function FeedPending() {
  return <ListPending head="feed-head" tools />
}

/** The same for what a search finds. */
export function SearchPending() {
  return <ListPending head="feed-head feed-head-search" tools />
}

/** The same for one's own posts, whose order cannot be chosen. */
export function MyListPending() {
  return <ListPending head="feed-head" />
}

/** As high as the list that follows, so that nothing moves when it comes. */
function ListPending({ head, tools = false }: { head: string; tools?: boolean }) {
  return (
    <div className="wrap" aria-busy="true">
      <div className={`${head} feed-head-pending`}>
        <span className="skeleton skeleton-title" />
        {tools && (
          <span className="feed-tools">
            <span className="skeleton" />
            <span className="skeleton" />
          </span>
        )}
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
  useStartAtTop()
  return (
    <div className="wrap detail skeleton-post" aria-busy="true">
      <div aria-hidden="true">
        <div className="photo detail-photo" />
        <span className="skeleton skeleton-title" />
        <span className="skeleton skeleton-chip" />
        <div className="byline">
          <SkeletonAuthor />
        </div>
        <div className="story">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      </div>
      <div className="detail-side" aria-hidden="true">
        <div className="place">
          <div className="place-map">
            <div className="map" />
          </div>
          <div className="place-text">
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        </div>
      </div>
      <Loading />
    </div>
  )
}

/**
 * A page that is gone to starts at its top, and so does what stands there before it: the router scrolls only when it has
 * come, and puts one that is come back to where it was.
 */
function useStartAtTop() {
  const router = useRouter()
  useLayoutEffect(() => {
    const { location, resolvedLocation } = router.state
    const isNew = location.state.__TSR_index > (resolvedLocation?.state.__TSR_index ?? 0)
    if (isNew) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [router])
}

function Loading() {
  return (
    <p className="sr-only" role="status">
      불러오는 중이에요.
    </p>
  )
}

function SkeletonAuthor() {
  return (
    <>
      <span className="skeleton skeleton-round" />
      <div className="who">
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    </>
  )
}

function SkeletonCard() {
  return (
    <div className="card card-skeleton" aria-hidden="true">
      <div className="card-head">
        <SkeletonAuthor />
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
