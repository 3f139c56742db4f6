import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { defaultRadius, formatNear, listRadii, parseNear, radiusLabel } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { ChevronRight } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { AreaLink } from '../../places/area-links.tsx'
import { loadTownArea } from '../../places/areas.tsx'
import { SectionHead, TownMapLink } from '../../places/town-parts.tsx'
import { TownShops } from '../../places/town-shops.tsx'
import { type NextOpenings, PostRows, PostStrip, useNextOpenings } from '../../posts/cards/post-rows.tsx'
import { listParams, unfilteredListParams } from '../../posts/lists/list-search.ts'
import { shownListQuery } from '../../posts/lists/use-posts.ts'
import type { ListedPost, ListQuery } from '../../posts/queries/list-query.ts'
import { nearPlacesQuery, onePerPlace } from '../../posts/queries/near-places-query.ts'
import { areaPostsQuery, postsQuery } from '../../posts/queries/posts-query.ts'
import { useRouterContext } from '../../router-context.ts'
import { rememberHomeTownHeight, rememberTown, type Town } from '../../storage/remembered.ts'
import { usePosts } from '../../store/use-store.ts'

const TownSheet = onDemand(async () => (await import('../../places/town-sheet.tsx')).TownSheet)

const OPEN_SHOWN = 4
const NEW_SHOWN = 3
/** Number of shops shown after the posts of a town that has few. */
const SHOPS_SHOWN = 4
/** Number of nearest posts among which the places that open next are looked for. */
const NEXT_AMONG = 20
/** Maximum number of pages of a list that are loaded: a page of open places may contain few. */
const MOST_PAGES = 4

type TownProps = { town: Town }

export function TownBlock({ town }: TownProps) {
  const near = parseNear(town.near)
  return (
    <section aria-label={town.name}>
      <TownHead town={town} />
      {near && !town.isAside && <Around key={`${town.near} ${town.area}`} town={town} near={near} />}
    </section>
  )
}

/** Buttons for the town and the country, one of which is pressed. Pressing the town again opens a dialog to choose another one. */
function TownHead({ town }: TownProps) {
  const { name, isAside = false } = town
  const [isOpen, setOpen] = useState(false)
  const { isAside: _, ...shown } = town
  return (
    <div className="town-head">
      {isAside ? (
        <button type="button" aria-pressed={false} onClick={() => rememberTown(shown)}>
          {name}
        </button>
      ) : (
        <button type="button" aria-haspopup="dialog" onPointerEnter={TownSheet.preload} onClick={() => setOpen(true)}>
          {name}
          <span className="sr-only"> 말고 다른 동네 고르기</span>
          <PageIcon name="chevron-down" />
        </button>
      )}
      <button type="button" aria-pressed={isAside} onClick={() => rememberTown({ ...town, isAside: true })}>
        전국
      </button>
      <TownMapLink town={town} className="icon-btn icon-btn-quiet" label={`${name} 지도로 보기`}>
        <PageIcon name="map" />
      </TownMapLink>
      <TownSheet open={isOpen} onClose={() => setOpen(false)} onChosen={() => {}} />
    </div>
  )
}

type AroundProps = TownProps & { near: Position }

function Around({ town, near }: AroundProps) {
  const content = useRef<HTMLDivElement>(null)
  const context = useRouterContext()
  const { graphql } = context
  const open = useFirstPosts(nearPlacesQuery(graphql, { near, radius: defaultRadius, open: true }), OPEN_SHOWN, {
    choose: onePerPlace,
  })
  const isNoneOpen = open.isDone && open.posts.length === 0
  const nearest = useFirstPosts(nearPlacesQuery(graphql, { near, radius: defaultRadius }), NEXT_AMONG, {
    choose: onePerPlace,
    enabled: isNoneOpen,
  })
  const next = useNextOpenings(isNoneOpen ? nearest.posts : [])
  const area = useQuery({
    queryKey: ['town_area', town.near, town.area],
    queryFn: () => loadTownArea(context, near, town.area),
    throwOnError: false,
  })
  const [isShopsDone, setShopsDone] = useState(false)
  const inArea = area.data
    ? areaPostsQuery(graphql, area.data.path, unfilteredListParams())
    : postsQuery(graphql, listParams({ near: formatNear(near) }))
  const news = useFirstPosts(inArea, NEW_SHOWN, { enabled: !area.isPending })
  const isEmpty = news.isDone && news.posts.length === 0
  const isOpenDone = open.isDone && (!isNoneOpen || nearest.isDone)
  const hasPosts = isOpenDone && news.isDone
  const hasShops = hasPosts && news.posts.length < NEW_SHOWN
  const isDone = hasPosts && (!hasShops || isShopsDone)
  useEffect(() => {
    if (isDone && content.current) rememberHomeTownHeight(innerWidth, content.current.offsetHeight)
  }, [isDone])
  const above = new Set(open.posts.slice(0, OPEN_SHOWN).map(({ id }) => id))
  // Posts that the section above shows come last. Until that has loaded, none is shown here, so that none changes its position.
  const newest = open.isDone
    ? news.posts.toSorted((one, other) => Number(above.has(one.id)) - Number(above.has(other.id)))
    : []
  return (
    <div ref={content} aria-busy={!isDone}>
      {next ? (
        <NextPlaces next={next} near={near} />
      ) : (
        !(isEmpty && open.posts.length === 0) && <OpenPlaces {...open} isDone={isOpenDone} town={town} near={near} />
      )}
      {!isEmpty && (
        <section className="town-news" aria-busy={!hasPosts}>
          <SectionHead title={area.data === null ? '가까운 맛집' : `${area.data?.name ?? town.name} 새 글`}>
            {area.data && (
              <AreaLink path={area.data.path} className="link">
                {`${area.data.count.toLocaleString('ko-KR')}개 모두`}
                <ChevronRight className="icon icon-s" />
              </AreaLink>
            )}
          </SectionHead>
          <PostRows posts={newest.slice(0, NEW_SHOWN)} near={near} />
        </section>
      )}
      {hasShops && (
        <TownShops town={town} near={near} {...(!isEmpty && { most: SHOPS_SHOWN })} onDone={() => setShopsDone(true)} />
      )}
    </div>
  )
}

function NextPlaces({ next: { title, ...places }, near }: { next: NextOpenings; near: Position }) {
  return (
    <section className="town-open">
      <SectionHead title={title} />
      <p className="town-note">{NONE_OPEN}</p>
      <PostStrip {...places} near={near} />
    </section>
  )
}

const NONE_OPEN = `${radiusLabel(defaultRadius)} 안에 지금 열린 곳이 없어요`

type FirstPosts = { posts: readonly ListedPost[]; hasMore: boolean; isDone: boolean }

type Choice = { choose?: (posts: readonly ListedPost[]) => readonly ListedPost[]; enabled?: boolean }

/** A list's first posts, at least `least` of those that `choose` chooses if it has so many. After a failure none: the country's posts are below. */
function useFirstPosts(query: ListQuery, least: number, { choose, enabled = true }: Choice): FirstPosts {
  const list = useInfiniteQuery({ ...shownListQuery(query, true), throwOnError: false, enabled })
  const pages = list.data?.pages ?? []
  const loaded = usePosts(pages.flatMap(({ data }) => data))
  const posts = choose ? choose(loaded) : loaded
  const isShort = posts.length < least && list.hasNextPage && pages.length < MOST_PAGES && !list.isError
  const { fetchNextPage, isFetching } = list
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage()
  }, [isShort, isFetching, fetchNextPage])
  return { posts, hasMore: list.hasNextPage, isDone: enabled && !isShort && !list.isPending && !list.isPlaceholderData }
}

function OpenPlaces({ posts, hasMore, isDone, town, near }: FirstPosts & AroundProps) {
  const away = posts.map(({ lat, lng }) => (lat === null || lng === null ? 0 : metresBetween(near, { lat, lng })))
  const farthest = posts.length < OPEN_SHOWN ? defaultRadius : Math.max(...away.slice(0, OPEN_SHOWN))
  const radius = listRadii.find((one) => one >= farthest) ?? defaultRadius
  const within = away.filter((metres) => metres <= radius).length
  const isCounted = !hasMore || within < away.length
  const around = town.around ?? town.area
  const search = { near: town.near, ...(around && { around }), open: '1' as const, radius: String(radius) }
  return (
    <section className="town-open" aria-busy={!isDone}>
      <SectionHead title="지금 열린 곳" note={isDone ? `${radiusLabel(radius)} 안` : undefined}>
        {posts.length > 0 && (
          <Link to={paths.home} search={search} className="link">
            {isCounted ? `${within}곳 모두` : '모두 보기'}
            <ChevronRight className="icon icon-s" />
          </Link>
        )}
      </SectionHead>
      {posts.length > 0 && <PostStrip posts={posts.slice(0, OPEN_SHOWN)} near={near} />}
      {isDone && posts.length === 0 && <p className="town-note">{NONE_OPEN}</p>}
    </section>
  )
}
