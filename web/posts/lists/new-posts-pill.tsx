import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ExecuteGraphql, graphql, request, useGraphql } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { ListQuery } from '../queries/list-query.ts'
import { useReloadList } from './list-head.ts'
import { useShownPosts } from './use-posts.ts'

const document = graphql(/* GraphQL */ `
  query getNewPostCount($after: ID!) {
    getNewPostCount(after: $after) {
      count
    }
  }
`)

const POLL = 30_000

/** Number of posts newer than the newest one on the screen; polled while the page is visible. */
function newPostCountQuery(execute: ExecuteGraphql, after: string) {
  return queryOptions({
    queryKey: ['new_post_count', after],
    queryFn: async ({ signal }) => (await request(execute, document, { after }, { signal })).getNewPostCount.count,
    initialData: 0,
    staleTime: POLL,
    gcTime: 0,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
  })
}

/** In the list's head, or below the top bar once that is scrolled away. It shifts no layout. */
export function NewPostsPill({ query }: { query: ListQuery }) {
  const { data, dataUpdatedAt } = useShownPosts(query)
  const newest = data?.pages[0]?.data[0]?.id
  const slot = useRef<HTMLDivElement>(null)
  const isSlotSeen = useIsSeen(slot)
  return (
    <div ref={slot} className="new-posts" data-floating={!isSlotSeen || undefined} role="status">
      {newest !== undefined && <Pill key={newest} after={newest} since={dataUpdatedAt} query={query} />}
    </div>
  )
}

function Pill({ after, since, query }: { after: string; since: number; query: ListQuery }) {
  const [loadedAt] = useState(since)
  const { data: count } = useQuery({ ...newPostCountQuery(useGraphql(), after), initialDataUpdatedAt: loadedAt })
  const reload = useReloadList(query.queryKey)
  if (count === 0) return null
  return (
    <button type="button" className="pill new-posts-pill" onClick={reload}>
      <PageIcon name="arrow-up" className="icon icon-s" />새 글 {count}개
    </button>
  )
}

/** Whether a part of the element is visible below the top bar. */
function useIsSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const bar = Number.parseFloat(getComputedStyle(element.current).getPropertyValue('--topbar'))
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true), {
      rootMargin: `-${bar}px 0px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
