import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { distanceLabel } from '#rules/location-text.ts'
import { nearLabel } from '#rules/paging.ts'
import { directionParticle } from '#rules/particles.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { sentenceOf } from '../../failures.ts'
import { LegalLinks } from '../../frame/frame.tsx'
import { useGraphql } from '../../graphql.ts'
import { Drawing, RetryButton } from '../../kit/empty-state.tsx'
import { ChevronUp } from '../../kit/icons.gen.ts'
import { scrollToActiveRow } from '../../places/map/map-box.tsx'
import type { Shop } from '../../places/shops.ts'
import { drawingsOf } from '../../posts/cards/post-image.tsx'
import { FilterNote } from '../../posts/lists/filters.tsx'
import { filtersOf, hasFacts, noFacts } from '../../posts/lists/list-search.ts'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import type { OfferedPlace } from './found-places.ts'
import { MapCard, MapCardSkeleton } from './map-card.tsx'
import { type FoundPosts, type MapPosts, type PressedPost, sortByDistance } from './map-posts.ts'
import { MapPlaceLinks } from './map-search-field.tsx'
import { type Sheet, type SheetHeight, sheetHeights, useMiddleCard } from './map-sheet.ts'
import { MapShops, NearShops, NO_SHOPS, PressedShop } from './map-shops.tsx'
import type { MapSearch } from './map-url.ts'
import { type NamedPlace, type NamedPlaces, namedPlacesQuery } from './named-places.ts'
import type { NearestMatch } from './nearest-match.ts'

type MapListProps = {
  search: MapSearch
  found: UseQueryResult<FoundPosts>
  data: MapPosts | undefined
  offered: readonly OfferedPlace[]
  place: NamedPlace | null
  /** The place that the keyword names, if no post there matches the keyword's other words. */
  placeWithoutMatch: NamedPlace | null
  nearest: NearestMatch | null
  /** Whether the map may still be moved to the results, so that their number is not shown yet. */
  isLed: boolean
  /** Whether the map already shows all of Korea. */
  isAllOfKorea: boolean
  pressed: PressedPost
  shops: readonly Shop[]
  pressedShop: Shop | null
  /** Middle of the map. */
  middle: Position
  me: Position | null
  active: string | null
  onActive: (id: string) => void
  onMiddle: (id: string) => void
  onPlace: (place: NamedPlace) => void
  sheet: Sheet
}

export function MapList(props: MapListProps) {
  const {
    search,
    found,
    data,
    offered,
    placeWithoutMatch,
    nearest,
    isAllOfKorea,
    pressed,
    shops,
    pressedShop,
    middle,
    me,
    active,
    onActive,
    onMiddle,
    onPlace,
    sheet,
  } = props
  const list = useRef<HTMLUListElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  const posts = [
    ...(pressed.post ? [pressed.post] : []),
    ...sortByDistance(data?.data ?? [], me, search.filter !== undefined),
  ]
  const drawn = drawingsOf(posts)
  const { keyword = '' } = search
  const { data: named } = useQuery({ ...namedPlacesQuery(useGraphql(), keyword), enabled: keyword !== '' })
  const isEmpty = data?.data.length === 0
  // An empty placeholder is of the previous search, so this one is still loading.
  const isLoading = pressed.status === 'loading' || (isEmpty && found.isPlaceholderData)
  const isStrip = sheet.height === 'peek'
  const none = isEmpty && !found.isPlaceholderData && (
    <NoPosts
      search={search}
      isAllOfKorea={isAllOfKorea}
      otherWords={named?.otherWords ?? null}
      placeWithoutMatch={placeWithoutMatch}
      nearest={nearest}
      hasShops={shops.length > 0}
      onPlace={onPlace}
    />
  )
  /** Whether the note about missing results is above the tools, so that it is visible in a sheet of half the height. */
  const isFirst = placeWithoutMatch !== null || nearest !== null
  const ids = posts.map(({ id }) => id)
  const strip = useMiddleCard(list, isStrip, ids, onMiddle)
  // A new list is scrolled to its first card; the browser would keep the scroll position of a card that is in both lists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list changes
  useEffect(() => {
    if (isStrip && !active) list.current?.scrollTo({ left: 0, behavior: 'instant' })
  }, [ids.join()])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pressed post is active before it has loaded
  useEffect(() => {
    // A card that the person has swiped to the middle needs no scrolling.
    if (active && !strip.wasSwiped(active)) scrollToActiveRow(list.current)
  }, [active, pressed.status])
  const hasPosts = posts.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a strip becomes rows, rows a strip, and on a return the posts may come later
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [sheet.height, hasPosts])
  return (
    <section ref={sheet.element} className="map-list" data-height={sheet.height} aria-label="지도에 보이는 글">
      <MapListHead count={countLabel(props, named?.correction ?? null)} sheet={sheet} />
      <div
        id="map-list-body"
        className="map-list-body"
        data-scrolled={isScrolled || undefined}
        onScroll={() => setScrolled(true)}
      >
        {isFirst && none}
        <div className="map-list-tools">
          {search.keyword && (
            <MapPlaceLinks keyword={search.keyword} offered={offered} search={search} onMove={onPlace} />
          )}
          <SortMenu
            hasRows={false}
            hasAgain
            sort={search.filter ?? 'latest'}
            unordered={me ? { label: nearLabel, isChosen: search.filter === undefined } : undefined}
          />
        </div>
        <FilterNote search={search} />
        {found.isError && (
          <div className="map-list-note" role="alert">
            <p>{sentenceOf(found.error, '글을 불러오지 못했어요.')}</p>
            <RetryButton look="outline" small onPress={() => void found.refetch()} />
          </div>
        )}
        {pressed.status === 'failed' && (
          <p className="map-list-note" role="alert">
            {sentenceOf(pressed.error, '선택한 글을 불러오지 못했어요.')} 핀을 다시 눌러 주세요.
          </p>
        )}
        <PressedShop shop={pressedShop} me={me} />
        {!isFirst && none}
        <ul
          ref={list}
          className="map-cards"
          aria-busy={found.isPlaceholderData || pressed.status === 'loading'}
          onScroll={() => setScrolled(true)}
          {...(isStrip && sheet.drag)}
          onPointerDown={(event) => {
            strip.swipe()
            if (isStrip) sheet.drag.onPointerDown(event)
          }}
          onWheel={strip.swipe}
        >
          {isLoading && <MapCardSkeleton />}
          {posts.map((post, index) => (
            <MapCard
              key={post.id}
              post={post}
              dish={drawn[index]}
              me={me}
              isActive={post.id === active}
              onActive={onActive}
            />
          ))}
        </ul>
        {!isEmptyArea(search, data) && (
          <p className="map-list-note">
            <Link to={paths.area} params={{ _splat: '' }} search={viewOnly(search)} preload={false} className="link">
              이 지역 글 보기
            </Link>
          </p>
        )}
        {data && data.count > data.data.length && data.data.length > 0 && (
          <p className="map-list-note">지도를 확대하면 더 많은 글을 볼 수 있어요.</p>
        )}
        <MapShops shops={shops} middle={middle} me={me} />
        {none && shops.length === 0 && shops !== NO_SHOPS && isEmptyArea(search, data) && (
          <NearShops middle={middle} me={me} />
        )}
        <div className="map-list-legal">
          <LegalLinks />
        </div>
      </div>
    </section>
  )
}

/** Whether the view is known to have no posts: none were found without a keyword or a filter. */
function isEmptyArea({ keyword, open, ...search }: MapSearch, data: MapPosts | undefined): boolean {
  return data?.count === 0 && !keyword && !open && !hasFacts(search)
}

function viewOnly({ lat, lng, zoom }: MapSearch) {
  return { ...(lat !== undefined && { lat }), ...(lng !== undefined && { lng }), ...(zoom !== undefined && { zoom }) }
}

type MapListHeadProps = {
  count: string
  sheet: Sheet
}

const heightNames: Readonly<Record<SheetHeight, string>> = { peek: '낮게', half: '절반', full: '높게' }

function MapListHead({ count, sheet }: MapListHeadProps) {
  const { height, to } = sheet
  const isOpen = height !== 'peek'
  return (
    <div className="map-list-head" {...sheet.drag}>
      {/* A finger drags the whole head; this slider does the same by keyboard. */}
      <input
        type="range"
        className="map-grip map-list-button"
        aria-label="목록 높이"
        aria-valuetext={heightNames[height]}
        min={0}
        max={sheetHeights.length - 1}
        value={sheetHeights.indexOf(height)}
        onChange={({ target }) => to(sheetHeights[target.valueAsNumber] ?? 'peek')}
      />
      <div className="map-list-title">
        <h1>지도에서 보는 맛집</h1>
        <p role="status">{count}</p>
      </div>
      <button
        type="button"
        className="icon-btn map-list-button map-list-toggle"
        aria-label={isOpen ? '목록 접기' : '목록 펼치기'}
        aria-expanded={isOpen}
        aria-controls="map-list-body"
        onClick={() => to(isOpen ? 'peek' : 'half')}
      >
        <ChevronUp className="icon icon-l" />
      </button>
    </div>
  )
}

/** Text with the number of posts found, or of visible shops if there are no posts; '불러오는 중…' until the search is done. */
function countLabel({ search, found, data, place, isLed, shops }: MapListProps, correction: string | null): string {
  if (found.isError && !found.data) return ''
  if (!data || found.isPending || found.isPlaceholderData || isLed) return '불러오는 중…'
  const { count, estimated } = data
  const { keyword } = search
  const posts = `글 ${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}개`
  if (keyword) return correction ? `${correctionLabel(correction)} · ${posts}` : `‘${keyword}’ ${posts}`
  // '보이는', because the map shows only some of the shops.
  const shown = count === 0 && shops.length > 0 ? `보이는 가게 ${shops.length.toLocaleString('ko-KR')}곳` : null
  if (!place) return shown ? `지도에 ${shown}` : `이 지역의 ${posts}`
  const around = shown ? `근처에 ${shown}` : `근처의 ${posts}`
  return place.isCorrected ? `${correctionLabel(place.name)} · ${around}` : `‘${place.name}’ ${around}`
}

/** Sentence that the search corrected the keyword to `words`. */
function correctionLabel(words: string): string {
  return `‘${words}’\u2060${directionParticle(words)} 찾았어요`
}

/** Zoom levels by which '더 넓게 보기' zooms out: the view becomes four times as wide. */
const ZOOM_OUT_LEVELS = 2

type NoPostsProps = Pick<MapListProps, 'search' | 'isAllOfKorea' | 'placeWithoutMatch' | 'nearest' | 'onPlace'> &
  Pick<NamedPlaces, 'otherWords'> & { hasShops: boolean }

function NoPosts({ search, isAllOfKorea, otherWords, placeWithoutMatch, nearest, hasShops, onPlace }: NoPostsProps) {
  const { keyword, open, ...rest } = search
  if (nearest) {
    return (
      <div className="map-list-note map-list-none">
        <p>{`이 지도 안에는 없어요. 가장 가까운 곳은 ${distanceLabel(nearest.metres)} 떨어져 있어요`}</p>
        <Link to={paths.map} search={{ ...search, ...nearest.view }} className="btn btn-outline btn-small">
          보러 가기
        </Link>
      </div>
    )
  }
  return (
    <div className="map-list-note map-list-none">
      {!placeWithoutMatch && !hasShops && <Drawing name="map" isSmall />}
      <p>
        {placeWithoutMatch ? `${placeWithoutMatch.name} 근처에는 ‘${otherWords}’ 글이 없어요.` : noPostsLabel(search)}
      </p>
      {open && (
        <Link to={paths.map} search={{ ...rest, ...(keyword && { keyword }) }} className="link">
          영업 중이 아닌 글도 보기
        </Link>
      )}
      {hasFacts(search) && (
        <Link to={paths.map} search={{ ...search, ...noFacts }} className="link">
          필터 초기화
        </Link>
      )}
      {otherWords && (
        <Link to={paths.map} search={{ ...filtersOf(search), keyword: otherWords }} className="link">
          전국에서 ‘{otherWords}’ 찾기
        </Link>
      )}
      {placeWithoutMatch ? (
        <Link
          to={paths.map}
          search={{ ...filtersOf(search), ...placeWithoutMatch.view }}
          className="link"
          onClick={() => onPlace(placeWithoutMatch)}
        >
          {placeWithoutMatch.name} 근처의 모든 글 보기
        </Link>
      ) : (
        <WiderViews search={search} isAllOfKorea={isAllOfKorea} />
      )}
    </div>
  )
}

/** Links to a wider view and to all of Korea; from there, a link that drops the keyword. */
function WiderViews({ search, isAllOfKorea }: Pick<MapListProps, 'search' | 'isAllOfKorea'>) {
  const { keyword, zoom } = search
  if (isAllOfKorea) {
    return (
      keyword && (
        <Link to={paths.map} search={{ ...filtersOf(search) }} className="link">
          검색어 없이 전국에서 보기
        </Link>
      )
    )
  }
  return (
    <p className="map-list-wider">
      {zoom !== undefined && (
        <Link to={paths.map} search={{ ...search, zoom: zoom - ZOOM_OUT_LEVELS }} className="link">
          더 넓게 보기
        </Link>
      )}
      <Link to={paths.map} search={{ ...(keyword && { keyword }), ...filtersOf(search) }} className="link">
        전국에서 보기
      </Link>
    </p>
  )
}

function noPostsLabel({ keyword, open, ...search }: MapSearch): string {
  if (hasFacts(search)) return '이 지역에는 조건에 맞는 글이 없어요.'
  if (open) return '이 지역에는 지금 영업 중인 곳이 없어요.'
  return keyword ? '이 지역에는 찾으시는 글이 없어요.' : '이 지역에는 아직 글이 없어요.'
}
