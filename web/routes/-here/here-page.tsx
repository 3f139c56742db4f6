import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useHydrated, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { formatNear, listRadii, radiusLabel } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { useGraphql } from '../../graphql.ts'
import { findGrantedPosition } from '../../kit/current-position.ts'
import { Drawing, type DrawingName } from '../../kit/empty-state.tsx'
import { ChevronRight } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { AreaLink, PopularAreas, useLoadedPopularAreas } from '../../places/area-links.tsx'
import { SectionHead } from '../../places/town-parts.tsx'
import { PostRows, PostStrip, useNextOpenings } from '../../posts/cards/post-rows.tsx'
import { NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { listParams } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { useShownList } from '../../posts/lists/use-posts.ts'
import { WeeklyTop, weeklyTopQuery } from '../../posts/lists/weekly-top.tsx'
import { followedPostsQuery } from '../../posts/queries/followed-query.ts'
import { onePerPlace } from '../../posts/queries/near-places-query.ts'
import { type Town as ChosenTown, useTown } from '../../storage/remembered.ts'
import { usePosts, useViewer } from '../../store/use-store.ts'
import { nearestPostsQuery, OPEN_NOW_RADIUS, openNowPostsQuery, townFeedQuery } from './load-town.ts'
import './here-page.css'

const route = getRouteApi('/here')

const TownSheet = onDemand(async () => (await import('../../places/town-sheet.tsx')).TownSheet)
const TownShops = lazy(async () => ({ default: (await import('../../places/town-shops.tsx')).TownShops }))
const TownChoices = lazy(async () => ({ default: (await import('../../places/town-sheet.tsx')).TownChoices }))

export function HerePage() {
  const town = route.useLoaderData()
  return town ? <TownPage town={town} /> : <NoTown />
}

/** Redirects to the remembered town, or to the device's position if that permission is granted already, or asks for a town. */
function NoTown() {
  const hydrated = useHydrated()
  const town = useTown()
  const show = useShowTown()
  const position = useGrantedPosition()
  if (town) return <Navigate to={paths.here} search={searchOf(town)} replace />
  if (position) return <Navigate to={paths.here} search={{ near: formatNear(position) }} replace />
  return (
    <div className="wrap here-none-yet">
      <Drawing name="map" />
      <h1 id={FEED_TITLE_ID} tabIndex={-1}>
        어느 동네를 볼까요?
      </h1>
      <p>지금 열린 곳과 이번 주에 사랑받은 곳을 모아 보여 드려요.</p>
      <div className="here-choices">
        {hydrated && (
          <Suspense>
            <TownChoices onChosen={show} />
          </Suspense>
        )}
      </div>
      <Popular />
    </div>
  )
}

function searchOf({ near, area, around }: ChosenTown) {
  return { near, ...(area && { area }), ...(around && { around }) }
}

/** @returns a function that navigates to the page of a town */
function useShowTown() {
  const navigate = useNavigate()
  return (town: ChosenTown) => void navigate({ to: paths.here, search: searchOf(town) })
}

function Popular() {
  const areas = useLoadedPopularAreas()
  if (areas.length === 0) return null
  return (
    <section className="here-popular">
      <h2>맛집이 많은 동네 구경하기</h2>
      <PopularAreas />
    </section>
  )
}

/** The device's position; null if it is not granted, or if the person is typing in a field when it arrives. */
function useGrantedPosition(): Position | null {
  const [position, setPosition] = useState<Position | null>(null)
  useEffect(() => {
    void findGrantedPosition().then((found) => {
      if (!(document.activeElement instanceof HTMLInputElement)) setPosition(found)
    })
  }, [])
  return position
}

type Town = NonNullable<ReturnType<typeof route.useLoaderData>>

function TownPage({ town: { near, name, around, isPosition, shown } }: { town: Town }) {
  const hydrated = useHydrated()
  const viewer = useViewer()
  const search = { near: formatNear(near), radius: route.useSearch().radius }
  const { radius } = listParams(search)
  const feed = townFeedQuery(useGraphql(), shown, search)
  const isEmpty = useShownList(feed).data?.pages[0]?.data.length === 0
  return (
    <div className="wrap here">
      <div className="here-head">
        <TownName name={name} />
        {isPosition && (
          <p>
            <PageIcon name="map-pin" className="icon icon-s" />
            현재 위치 기준
          </p>
        )}
        <Link to={paths.home} className="link">
          전국 글 보기
        </Link>
      </div>
      <OpenPlaces near={near} around={around} />
      {shown && <Week area={shown} />}
      {hydrated && viewer && <Followed viewer={viewer.jwt} />}
      <section>
        {shown ? (
          // Without posts the list shows shops instead, which have a heading of their own.
          !isEmpty && (
            <SectionHead title={`${shown.name} 새 글`}>
              <AreaLink path={shown.path} className="link">
                모두 보기
                <ChevronRight className="icon icon-s" />
              </AreaLink>
            </SectionHead>
          )
        ) : (
          <SectionHead title="가까운 맛집" note={radius ? `${radiusLabel(radius)} 안` : '거리 제한 없이'} />
        )}
        <PostList
          key={shown?.path ?? ''}
          query={feed}
          near={search.near}
          radius={shown ? null : radius}
          empty={
            !shown && radius ? (
              <NoMatchingPosts search={search} />
            ) : (
              // Not on the server, which does not wait for code that is loaded lazily.
              hydrated && (
                <Suspense>
                  <TownShops town={{ name, near: search.near }} near={near} />
                </Suspense>
              )
            )
          }
        />
      </section>
    </div>
  )
}

function TownName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const show = useShowTown()
  return (
    <>
      <h1 id={FEED_TITLE_ID} tabIndex={-1}>
        <button type="button" className="where" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {name}
          <span className="sr-only"> 말고 다른 동네 고르기</span>
          <PageIcon name="chevron-down" />
        </button>
      </h1>
      <TownSheet open={isOpen} onClose={() => setOpen(false)} onChosen={show} />
    </>
  )
}

function OpenPlaces({ near, around }: Pick<Town, 'near' | 'around'>) {
  const [first] = useShownList(openNowPostsQuery(useGraphql(), near)).data?.pages ?? []
  const radius = (metres: number) => ({
    near: formatNear(near),
    ...(around && { around }),
    open: '1' as const,
    radius: String(metres),
  })
  const posts = onePerPlace(usePosts(first?.data ?? []))
  const wider = (
    <Link to={paths.home} search={radius(listRadii[1])} className="btn btn-outline btn-small">
      {radiusLabel(listRadii[1])}로 넓히기
    </Link>
  )
  if (first && posts.length === 0) return <NoneOpen near={near}>{wider}</NoneOpen>
  return (
    <section>
      <SectionHead title="지금 열린 곳" note={`${radiusLabel(OPEN_NOW_RADIUS)} 안`}>
        <Link to={paths.home} search={radius(OPEN_NOW_RADIUS)} className="link">
          모두 보기
          <ChevronRight className="icon icon-s" />
        </Link>
      </SectionHead>
      <Posts posts={posts} near={near} />
    </section>
  )
}

/** Shown if no place is open: the places that open next, and a link to a wider radius. */
function NoneOpen({ near, children }: { near: Position; children: ReactNode }) {
  const [first] = useShownList(nearestPostsQuery(useGraphql(), near)).data?.pages ?? []
  const next = useNextOpenings(onePerPlace(usePosts(first?.data ?? [])))
  const text = `${radiusLabel(OPEN_NOW_RADIUS)} 안에 지금 열린 곳이 없어요`
  if (!next) {
    return (
      <section>
        <SectionHead title="지금 열린 곳" note={`${radiusLabel(OPEN_NOW_RADIUS)} 안`} />
        <None art="closed" text={text}>
          {children}
        </None>
      </section>
    )
  }
  const { title, ...places } = next
  return (
    <section>
      <SectionHead title={title} />
      <div className="here-next">
        <p>{text}</p>
        {children}
      </div>
      <PostStrip {...places} near={near} />
    </section>
  )
}

function Week({ area }: { area: { name: string; path: string } }) {
  const { data: ranks = [] } = useQuery(weeklyTopQuery(useGraphql(), area.path))
  if (ranks.length === 0) return null
  return (
    <section>
      <SectionHead title={`이번 주 ${area.name}`} note="TOP 10" />
      <WeeklyTop ranks={ranks} />
    </section>
  )
}

function Followed({ viewer }: { viewer: string }) {
  const { data, isError } = useShownList(followedPostsQuery(useGraphql(), viewer))
  const [first] = data?.pages ?? []
  const posts = usePosts(first?.data ?? [])
  if (isError) return null
  return (
    <section className="here-followed" aria-busy={!first}>
      <SectionHead title="팔로잉">
        <Link to={paths.following} className="link">
          모두 보기
          <ChevronRight className="icon icon-s" />
        </Link>
      </SectionHead>
      {posts.length > 0 && <Posts posts={posts} near={null} />}
      {first && posts.length === 0 && (
        <None art="people" text="팔로우한 이웃의 새 글이 여기에 모여요">
          <Link to={paths.following} className="btn btn-outline btn-small">
            이웃 찾아보기
          </Link>
        </None>
      )}
    </section>
  )
}

/** A strip of cards; a single post is a row, because half of the width beside a card would be blank. */
function Posts(props: Parameters<typeof PostStrip>[0]) {
  return props.posts.length === 1 ? <PostRows {...props} /> : <PostStrip {...props} />
}

type NoneProps = { art: DrawingName; text: string; children: ReactNode }

function None({ art, text, children }: NoneProps) {
  return (
    <div className="here-none">
      <Drawing name={art} isSmall />
      <p>{text}</p>
      {children}
    </div>
  )
}
