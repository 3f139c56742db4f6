import { getRouteApi, useHydrated } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { nearLabel, relevanceLabel, sortLabels, writeNear } from '#rules/paging.ts'
import { withoutReordering } from '#rules/text.ts'
import { HomeButton } from '../../frame/error-screen.tsx'
import { Highlight } from '../../frame/search/highlight.tsx'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { RotateCcw } from '../../kit/icons.gen.ts'
import { PostsAround } from '../../places/posts-around.tsx'
import { hasFound, mayNameShop, placeWithFewPosts } from '../../places/shops.ts'
import { FilterNote, Filters, MapLink, NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID, useReloadList } from '../../posts/lists/list-head.ts'
import { isFiltered } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { useShownList } from '../../posts/lists/use-posts.ts'
import type { ListQuery } from '../../posts/queries/list-query.ts'
import { type SearchParams, searchQuery } from '../../posts/queries/search-query.ts'
import { usePosts } from '../../store/use-store.ts'
import {
  FoundCollections,
  foundSentence,
  insteadHeading,
  insteadSentence,
  MeantAuthors,
  MeantPlaces,
  NothingFound,
  resultsSentence,
  searchedSentence,
  TownOffer,
} from './around-results.tsx'
import { FoundShops, ShopsAround, ShopsOfPlace, UnlistedShop, useFoundShops } from './found-shops.tsx'
import { SearchStart } from './search-start.tsx'
import './search.css'

const route = getRouteApi('/search')

/** Delay of the announcement: the title is read first, and a live region must exist before its text. */
const ANNOUNCEMENT_DELAY = 300

const popular = { sort: 'popular', isByRelevance: false } as const

let lastAnnounced = ''

export function SearchResults() {
  const { keyword } = route.useLoaderDeps()
  const refusal = route.useLoaderData()?.refusal
  if (refusal !== undefined) return <Refused reason={refusal} />
  return keyword.trim() === '' ? <SearchStart /> : <Results />
}

function Results() {
  const { keyword, list } = route.useLoaderDeps()
  const search = route.useSearch()
  const query = searchQuery(useGraphql(), keyword, list)
  const reload = useReloadList(query.queryKey)
  const pages = useShownList(query).data?.pages ?? []
  const [page] = pages
  const posts = usePosts(page?.data ?? [])
  const first = page && { ...page, data: posts }
  const { meaning, instead, from } = first ?? {}
  const isAny = meaning?.kind === 'any'
  const { named, around } = useFoundShops(keyword, page, list)
  const [shop] = named
  const hasPosts = page !== undefined && hasFound(page)
  const place = isFiltered(list) || list.radius ? null : placeWithFewPosts(page)
  const isUnlisted =
    mayNameShop(meaning) && !pages.at(-1)?.nextCursor && (shop !== undefined || (posts.length === 0 && !around.length))
  // '맛집' fits no post better than another.
  const { sort, isByRelevance } = isAny && list.isByRelevance ? popular : list
  const near = search.near ?? (from ? writeNear(from) : undefined)
  const marked = instead ? undefined : (meaning?.correction ?? keyword)
  const show = useCallback((text: string) => <Highlight text={text} keyword={marked} />, [marked])
  return (
    <div className="wrap">
      <div className="feed-head feed-head-search">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          <b className="match">{withoutReordering(keyword)}</b> 검색 결과
        </h1>
        <div className="feed-tools">
          <MapLink keyword={keyword} search={search} />
          {!instead && (
            <SortMenu
              sort={sort}
              hasAgain
              near={search.near ?? null}
              unordered={isAny ? undefined : { label: relevanceLabel, isChosen: isByRelevance }}
            />
          )}
          <Filters search={search} />
        </div>
      </div>
      {first && first.data.length > 0 && !instead && <p className="search-count num">{resultsSentence(pages)}</p>}
      {meaning && !search.near && <TownOffer meaning={meaning} />}
      <FoundShops shops={named} show={show} />
      {meaning && (
        <MeantPlaces
          meaning={meaning}
          keyword={keyword}
          isEmpty={first?.data.length === 0}
          hasShops={shop !== undefined}
        />
      )}
      {place && !hasPosts && <ShopsOfPlace place={place} />}
      {!hasPosts && <ShopsAround shops={around} show={show} />}
      {first && first.data.length > 0 && <MeantAuthors keyword={keyword} posts={first.data} />}
      <FoundCollections keyword={keyword} />
      <Found
        query={query}
        keyword={keyword}
        order={orderLabel({ ...list, sort, isByRelevance })}
        instead={instead && first ? insteadHeading(first) : undefined}
        shops={named.length + around.length}
      />
      <FilterNote search={search} query={query} />
      {instead && first && first.data.length > 0 && (
        <div className="instead-head">
          <p>{insteadSentence(first, list)}</p>
          <h2>{insteadHeading(first)}</h2>
        </div>
      )}
      <SearchedSoFar query={query} />
      <PostList
        key={keyword}
        query={query}
        show={show}
        near={near}
        radius={list.radius}
        page={list.page ?? 1}
        empty={
          isFiltered(list) || list.radius ? (
            <NoMatchingPosts search={search} />
          ) : shop ? (
            <PostsAround place={shop} heading={`${shop.name} 근처의 글`} />
          ) : place || around.length > 0 ? null : (
            <NothingFound keyword={keyword} suggestions={meaning?.suggestions ?? []} isNear={list.near !== undefined} />
          )
        }
        end={<StartAgain onPress={reload} />}
      />
      {place && hasPosts && <ShopsOfPlace place={place} isAfterPosts />}
      {hasPosts && <ShopsAround shops={around} show={show} />}
      {isUnlisted && <UnlistedShop keyword={keyword} />}
    </div>
  )
}

/** Hidden below a list that ends in the first window: nothing lies above it. */
function StartAgain({ onPress }: { onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const measure = () => {
      const end = button.current?.parentElement?.getBoundingClientRect().top ?? 0
      setLong(end + scrollY > innerHeight)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return (
    <button ref={button} type="button" className="btn btn-outline" hidden={!isLong} onClick={onPress}>
      <RotateCcw className="icon" />
      처음부터 다시 보기
    </button>
  )
}

/** Announces the results of a new search or order; not after a page load, and not on return to earlier results. */
function Found({ query, ...search }: { query: ListQuery } & Parameters<typeof foundSentence>[1]) {
  const hydrated = useHydrated()
  const [text, setText] = useState('')
  const name = query.queryKey.join('\n')
  const { data, isPlaceholderData } = useShownList(query)
  const isThere = data !== undefined && !isPlaceholderData
  // biome-ignore lint/correctness/useExhaustiveDependencies: more posts, or the same ones read again, are no new search
  useEffect(() => {
    if (!isThere) return
    const isNew = lastAnnounced !== name
    lastAnnounced = name
    if (!isNew || !hydrated) return
    const timer = setTimeout(setText, ANNOUNCEMENT_DELAY, foundSentence(data.pages, search))
    return () => clearTimeout(timer)
  }, [name, isThere])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}

/** Says how many posts a search for very frequent letters has looked through, until it has seen all. */
function SearchedSoFar({ query }: { query: ListQuery }) {
  const { data, hasNextPage } = useShownList(query)
  const sentence = searchedSentence(data?.pages ?? [], hasNextPage)
  return sentence !== null && <p className="open-note">{sentence}</p>
}

function orderLabel({ sort, near, open, isByRelevance }: SearchParams): string {
  const order = near ? nearLabel : isByRelevance ? relevanceLabel : sortLabels[sort]
  return `${open ? '영업 중인 곳만 ' : ''}${order}`
}

function Refused({ reason }: { reason: string }) {
  return (
    <EmptyState art="search" title={reason} text="검색창에 가게 이름이나 동네, 메뉴를 적어 주세요.">
      <HomeButton />
    </EmptyState>
  )
}
