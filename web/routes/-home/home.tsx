import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, type ParsedLocation, useLoaderData, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FEED_PATH, paths } from '#rules/paths.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../../graphql.ts'
import { entryKeyOf } from '../../kit/history-entry.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { siteOf } from '../../page-info.ts'
import { loadPopularAreas, PopularAreas } from '../../places/area-links.tsx'
import { FilterNote, Filters, MapLink, NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { NoPosts } from '../../posts/lists/list-end.tsx'
import { FEED_TITLE_ID, useReloadList } from '../../posts/lists/list-head.ts'
import {
  hasFacts,
  isFiltered,
  type ListParams,
  type ListSearch,
  listParams,
  parseListSearch,
} from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { FeedPending } from '../../posts/lists/skeletons.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { idsOf, loadList, useShownList } from '../../posts/lists/use-posts.ts'
import type { ListQuery } from '../../posts/queries/list-query.ts'
import { postsQuery } from '../../posts/queries/posts-query.ts'
import type { RouterContext } from '../../router-context.ts'
import { useTown } from '../../storage/remembered.ts'
import { usePosts } from '../../store/use-store.ts'
import { TownLink, TownQuestion, TownSection } from './home-town.tsx'

/** Heading and kind of the landmark that a list by distance starts from; null for other lists. */
type HomeData = { landmark: { heading: string; label: string } | null }

type LoaderInput = { context: RouterContext; deps: ListParams; location: ParsedLocation }
type HeadInput = { match: Parameters<typeof siteOf>[0] & { search: ListSearch; loaderData?: HomeData } }

/** Whether a URL shows a later page or a filtered list. Search engines should not index those: they change daily and are many. */
const isPart = (search: ListSearch) => search.page !== undefined || hasFacts(search)

/** Shared by `/`, `/main` and `/prefetch`: the same list, with `/` as its canonical URL. */
export const homeRoute = {
  validateSearch: parseListSearch,
  loaderDeps: ({ search }: { search: ListSearch }) => listParams(search),
  loader: async ({ context, deps, location }: LoaderInput): Promise<HomeData> => {
    const [landmark] = await Promise.all([
      loadLandmark(context, deps),
      loadList(context, postsQuery(context.graphql, deps), entryKeyOf(location)),
      loadPopularAreas(context),
    ])
    return { landmark }
  },
  pendingComponent: FeedPending,
  head: ({ match }: HeadInput) => ({
    meta: [
      ...(match.loaderData?.landmark
        ? [{ title: `${match.loaderData.landmark.heading} | ${siteOf(match).name}` }]
        : []),
      ...(isPart(match.search) ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: isPart(match.search)
      ? []
      : [
          { rel: 'canonical', href: siteOf(match).origin + paths.home },
          // Only in the server's HTML: the link stays there, and the browser need not add it.
          ...(import.meta.env.SSR ? [{ rel: 'alternate', type: 'application/atom+xml', href: FEED_PATH }] : []),
        ],
  }),
}

async function loadLandmark(context: RouterContext, { around, near }: ListParams): Promise<HomeData['landmark']> {
  if (around === undefined || !near) return null
  const places = await import('../../places/landmarks.ts')
  return places.loadLandmark(context, around, near)
}

/** Lists all posts, newest first by default, below the section of the reader's town. */
export function HomePage() {
  const search = useSearch({ strict: false })
  const list = listParams(search)
  const query = postsQuery(useGraphql(), list)
  const { landmark }: Partial<HomeData> = useLoaderData({ strict: false }) ?? {}
  const town = useTown()
  /** Whether the list is of the whole country and starts at its first page. */
  const isCountry = !list.near && !list.page
  return (
    <div className="wrap">
      {isCountry && <TownSection />}
      <div className="feed-head">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          {landmark ? landmark.heading : '이웃이 나눈 맛집'}
          {isCountry && town && !town.isAside && <small> 전국 새 글</small>}
        </h1>
        {isWholeFeed(list) && <NewPostsPill query={query} />}
        {isCountry && <TownQuestion />}
        <div className="feed-tools">
          <MapLink search={search} />
          <SortMenu sort={list.sort} near={search.near ?? null} />
          <Link to={paths.following} preload={false} className="tool-link">
            팔로잉
          </Link>
          <Filters search={search} />
        </div>
      </div>
      {landmark ? (
        <p className="open-note">
          {`${landmark.label} · `}
          <Link to={paths.home} className="link">
            모든 글 보기
          </Link>
        </p>
      ) : (
        <PopularAreas first={<TownLink />} />
      )}
      <FilterNote search={search} query={query} />
      <PostList
        query={query}
        near={search.near}
        radius={list.radius}
        page={list.page ?? 1}
        empty={
          isFiltered(list) || list.radius ? (
            <NoMatchingPosts search={search} />
          ) : (
            <NoPosts title="아직 올라온 글이 없어요" text="다녀온 식당을 처음으로 나눠 주세요." />
          )
        }
      />
    </div>
  )
}

function isWholeFeed(list: ListParams): boolean {
  return list.sort === 'latest' && !list.near && !list.page && !isFiltered(list)
}

const getNewPostCount = graphql(/* GraphQL */ `
  query getNewPostCount($after: ID!) { getNewPostCount(after: $after) { count } }
`)

const POLL = 30_000

function newPostCountQuery(execute: ExecuteGraphql, after: string) {
  return queryOptions({
    queryKey: ['new_post_count', after],
    queryFn: async ({ signal }) => (await getNewPostCount(execute, { after }, { signal })).count,
    initialData: 0,
    staleTime: POLL,
    gcTime: 0,
    refetchInterval: POLL,
    refetchOnWindowFocus: true,
  })
}

function NewPostsPill({ query }: { query: ListQuery }) {
  const { data, dataUpdatedAt } = useShownList(query)
  const newest = usePosts(idsOf(data))[0]?.id
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
