import { useParams, useRouter } from '@tanstack/react-router'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { entryIndexOf } from '../../kit/history-entry.ts'
import { shownPhoto } from '../cards/post-image.tsx'

/** Number of cards in the first row of a list on a wide screen. */
export const FIRST_ROW_CARDS = 3

export function SkeletonRow() {
  return Array.from({ length: FIRST_ROW_CARDS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <li key={`skeleton-${index}`}>
      <SkeletonCard />
    </li>
  ))
}

export function FeedPending() {
  return <ListPending head="feed-head" tools />
}

export function SearchPending() {
  return <ListPending head="feed-head feed-head-search" tools />
}

export function MyListPending() {
  return <ListPending head="feed-head" />
}

function ListPending({ head, tools = false }: { head: string; tools?: boolean }) {
  return (
    <div className="wrap" aria-busy="true">
      <div className={`${head} feed-head-pending`}>
        <span className="skeleton skeleton-title" />
        {tools && (
          <span className="feed-tools">
            <Bars count={3} />
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

export function PostPending() {
  useStartAtTop()
  const { id = '' } = useParams({ strict: false })
  const [photo] = useState(() => shownPhoto(id))
  return (
    <div className="wrap detail skeleton-post" aria-busy="true">
      <div aria-hidden="true">
        <div className="photo detail-photo" style={photo && ({ '--ratio': photo.ratio } as CSSProperties)}>
          {photo && <img src={photo.file} alt="" />}
        </div>
        <span className="skeleton skeleton-title" />
        <span className="skeleton skeleton-chip" />
        <div className="acts">
          <Bars count={3} className="skeleton act" />
        </div>
        <div className="byline">
          <SkeletonAuthor />
        </div>
        <div className="story">
          <Bars count={3} />
        </div>
      </div>
      <div className="detail-side" aria-hidden="true">
        <div className="place">
          <div className="place-map">
            <div className="map" />
          </div>
          <div className="place-text">
            <Bars count={2} />
          </div>
        </div>
      </div>
      <Loading />
    </div>
  )
}

/** A skeleton starts at the top like a new page; the router scrolls only once the page has loaded. */
function useStartAtTop() {
  const router = useRouter()
  useLayoutEffect(() => {
    const { location, resolvedLocation } = router.state
    const isNew = entryIndexOf(location) > (resolvedLocation ? entryIndexOf(resolvedLocation) : 0)
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

function Bars({ count, className = 'skeleton' }: { count: number; className?: string }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <span key={index} className={className} />
  ))
}

function SkeletonAuthor() {
  return (
    <>
      <span className="skeleton skeleton-round" />
      <div className="who">
        <Bars count={2} />
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
        <Bars count={5} />
      </div>
    </div>
  )
}
