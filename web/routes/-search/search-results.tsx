import { getRouteApi, useHydrated } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatNear, nearLabel, relevanceLabel, sortLabels } from '#rules/paging.ts'
import { withoutReorderingMarks } from '#rules/text.ts'
import { HomeButton } from '../../frame/error-screen.tsx'
import { Highlight } from '../../frame/search/highlight.tsx'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { RotateCcw } from '../../kit/icons.gen.ts'
import { PostsAround } from '../../places/posts-around.tsx'
import { hasFoundPosts, mayNameShop, placeWithFewPosts } from '../../places/shops.ts'
import { FilterNote, Filters, MapLink, NoMatchingPosts } from '../../posts/lists/filters.tsx'
import { FEED_TITLE_ID, useReloadList } from '../../posts/lists/list-head.ts'
import { isFiltered } from '../../posts/lists/list-search.ts'
import { PostList } from '../../posts/lists/post-list.tsx'
import { SortMenu } from '../../posts/lists/sort-menu.tsx'
import { useShownList } from '../../posts/lists/use-posts.ts'
import type { ListQuery } from '../../posts/queries/list-query.ts'
import { type SearchParams, searchPostsQuery } from '../../posts/queries/search-query.ts'
import { usePosts } from '../../store/use-store.ts'
import {
  announcementSentence,
  FoundCollections,
  insteadHeading,
  insteadSentence,
  KeywordMeanings,
  MeantAuthorLink,
  NothingFound,
  resultsSentence,
  searchedSoFarSentence,
  TownOffer,
} from './around-results.tsx'
import { FoundShops, ShopsAround, ShopsOfPlace, UnlistedShopOffer, useFoundShops } from './found-shops.tsx'
import { SearchStart } from './search-start.tsx'
import './search.css'

const route = getRouteApi('/search')

/** Delay of the announcement, because the title is read first, and a live region must exist before its text. */
const ANNOUNCEMENT_DELAY_MS = 300

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
  const query = searchPostsQuery(useGraphql(), keyword, list)
  const reload = useReloadList(query.queryKey)
  const pages = useShownList(query).data?.pages ?? []
  const [page] = pages
  const posts = usePosts(page?.data ?? [])
  const first = page && { ...page, data: posts }
  const { meaning, instead, from } = first ?? {}
  const isAny = meaning?.kind === 'any'
  const { named, around } = useFoundShops(keyword, page, list)
  const [shop] = named
  const hasPosts = page !== undefined && hasFoundPosts(page)
  const place = isFiltered(list) || list.radius ? null : placeWithFewPosts(page)
  const isUnlisted =
    mayNameShop(meaning) && !pages.at(-1)?.nextCursor && (shop !== undefined || (posts.length === 0 && !around.length))
  // A keyword such as '맛집' fits all posts alike, so they are ordered by popularity instead of relevance.
  const { sort, isByRelevance } = isAny && list.isByRelevance ? popular : list
  const near = search.near ?? (from ? formatNear(from) : undefined)
  const marked = instead ? undefined : (meaning?.correction ?? keyword)
  const show = useCallback((text: string) => <Highlight text={text} keyword={marked} />, [marked])
  return (
    <div className="wrap">
      <div className="feed-head feed-head-search">
        <h1 id={FEED_TITLE_ID} tabIndex={-1}>
          <b className="match">{withoutReorderingMarks(keyword)}</b> 검색 결과
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
        <KeywordMeanings
          meaning={meaning}
          keyword={keyword}
          isEmpty={first?.data.length === 0}
          hasShops={shop !== undefined}
        />
      )}
      {place && !hasPosts && <ShopsOfPlace place={place} />}
      {!hasPosts && <ShopsAround shops={around} show={show} />}
      {first && first.data.length > 0 && <MeantAuthorLink keyword={keyword} posts={first.data} />}
      <FoundCollections keyword={keyword} />
      <ResultsAnnouncement
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
      {isUnlisted && <UnlistedShopOffer keyword={keyword} />}
    </div>
  )
}

/** Button to reload the list from its start; hidden if the list fits into the window. */
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

/** Announces the results of a new search or order to screen readers; not after a page load, nor on return to earlier results. */
function ResultsAnnouncement({ query, ...search }: { query: ListQuery } & Parameters<typeof announcementSentence>[1]) {
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
    const timer = setTimeout(setText, ANNOUNCEMENT_DELAY_MS, announcementSentence(data.pages, search))
    return () => clearTimeout(timer)
  }, [name, isThere])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}

/** Says how many posts a search for very frequent letters has read, until it has read all. */
function SearchedSoFar({ query }: { query: ListQuery }) {
  const { data, hasNextPage } = useShownList(query)
  const sentence = searchedSoFarSentence(data?.pages ?? [], hasNextPage)
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
