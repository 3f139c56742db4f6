import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { factLine } from '#rules/fact-line.ts'
import { isProvince } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import { metresBetween } from '#rules/position.ts'
import { withoutReorderingMarks } from '#rules/text.ts'
import { HomeButton } from '../../frame/error-screen.tsx'
import { useGraphql } from '../../graphql.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ChevronRight, MapPinned } from '../../kit/icons.gen.ts'
import { AreaWithCount } from '../../places/area-links.tsx'
import { landmarkLabel, nearHeading, nearLandmarkParams } from '../../places/landmarks.ts'
import { namedAreasToShow } from '../../places/shops.ts'
import { CollectionStrip } from '../../posts/collections/collection-card.tsx'
import { foundCollectionsQuery } from '../../posts/collections/collection-queries.ts'
import { hasFacts, type ListParams, withFilter } from '../../posts/lists/list-search.ts'
import type { FetchedPage, ListedPost } from '../../posts/queries/list-query.ts'
import type { Meaning } from '../../posts/queries/search-query.ts'
import { forgetSearch, useTown } from '../../storage/remembered.ts'

type KeywordMeaningsProps = { meaning: Meaning; keyword: string; isEmpty: boolean; hasShops: boolean }

/**
 * A note if the keyword was corrected, and links to its other readings, and to the areas and landmarks that it names. If it names
 * shops too, such as '명동교자', areas without posts are left out.
 */
export function KeywordMeanings({ meaning, keyword, isEmpty, hasShops }: KeywordMeaningsProps) {
  const areas = namedAreasToShow(meaning.areas).filter(({ count }) => count > 0 || !hasShops)
  const landmarks = meaning.landmarks.filter(({ named }) => named)
  return (
    <>
      {meaning.correction && <p className="search-corrected">‘{meaning.correction}’ 검색 결과를 보여 드려요.</p>}
      {meaning.kind === 'any' && !isEmpty && (
        <p className="search-corrected">{`‘${keyword}’\u2060에는 음식이나 동네 이름이 없어서 모든 글을 보여 드려요.`}</p>
      )}
      {meaning.alternatives.length > 0 && (
        <nav className="meant-areas" aria-labelledby="alternatives">
          <p id="alternatives" className="search-corrected">
            혹시 이것을 찾으세요?
          </p>
          <KeywordLinks keywords={meaning.alternatives} />
        </nav>
      )}
      {areas.length > 0 && (
        <nav aria-label="지역" className="meant-areas">
          <ul className="areas">
            {areas.map((area) => (
              <AreaWithCount key={area.path} area={area} />
            ))}
          </ul>
        </nav>
      )}
      {landmarks.length > 0 && (
        <nav aria-label="장소">
          <ul className="landmarks">
            {landmarks.map((landmark) => (
              <LandmarkLink key={`${landmark.name} ${landmark.area}`} landmark={landmark} />
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** Link to an author whose nickname is the keyword, if all results are theirs. */
export function MeantAuthorLink({ keyword, posts }: { keyword: string; posts: readonly ListedPost[] }) {
  const nickname = keyword.trim().replace(/^@/, '')
  const handles = new Set(posts.filter(({ username }) => username === nickname).map(({ user_id }) => user_id))
  if (posts.some(({ username }) => username !== nickname)) return null
  return [...handles].map((handle) => (
    <p key={handle} className="town-offer">
      <Link to={paths.author} params={{ handle }} className="btn btn-outline btn-small">
        {withoutReorderingMarks(nickname)}님의 글 모두 보기
      </Link>
    </p>
  ))
}

/** For a keyword that names no place, such as '데이트': a link to the results ordered by distance from the reader's town. */
export function TownOffer({ meaning: { areas, landmarks } }: { meaning: Meaning }) {
  const town = useTown()
  if (!town || [...areas, ...landmarks].some(({ named }) => named)) return null
  return (
    <p className="town-offer">
      <Link to="." search={withFilter({ near: town.near, filter: undefined })} className="btn btn-outline btn-small">
        <MapPinned className="icon icon-s" />
        {town.name}에서 가까운 순으로 보기
      </Link>
    </p>
  )
}

function LandmarkLink({ landmark }: { landmark: Meaning['landmarks'][number] }) {
  return (
    <li>
      <Link to={paths.home} search={nearLandmarkParams(landmark)} className="landmark">
        <MapPinned className="icon" />
        <span>
          <b>{landmark.name}</b>
          <small>{landmarkLabel(landmark)}</small>
        </span>
        <ChevronRight className="icon icon-s" />
      </Link>
    </li>
  )
}

export function FoundCollections({ keyword }: { keyword: string }) {
  const { data: collections } = useQuery(foundCollectionsQuery(useGraphql(), keyword))
  if (!collections?.length) return null
  return (
    <section className="found-collections" aria-label="모음">
      <CollectionStrip collections={collections} />
    </section>
  )
}

function KeywordLinks({ keywords }: { keywords: readonly string[] }) {
  return (
    <ul className="areas">
      {keywords.map((keyword) => (
        <li key={keyword}>
          <Link to={paths.search} search={{ keyword }} className="area">
            {keyword}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type NothingFoundProps = {
  keyword: string
  suggestions: readonly string[]
  /** Whether the list is ordered by distance, which leaves out posts without a position. */
  isNear: boolean
}

/** Shown instead of results, with suggested keywords. It also removes the keyword from the recent searches. */
export function NothingFound({ keyword, suggestions, isNear }: NothingFoundProps) {
  useEffect(() => {
    if (!isNear) forgetSearch(keyword.trim())
  }, [keyword, isNear])
  return (
    <EmptyState
      art="search"
      inFeed
      title="검색 결과가 없어요"
      text={'다른 이름이나 동네, 메뉴로 찾아보세요. ‘ㅋㄱㅅ’\u2060처럼 초성으로도 찾을 수 있어요.'}
    >
      {suggestions.length > 0 && (
        <nav className="search-hints" aria-labelledby="search-hints">
          <p id="search-hints">혹시 이것을 찾으세요?</p>
          <KeywordLinks keywords={suggestions} />
        </nav>
      )}
      <HomeButton />
    </EmptyState>
  )
}

/** A page of results; `data` are posts or their ids. */
type Page = Omit<FetchedPage, 'data'> & { data: readonly unknown[] }
type PageOfPosts = Omit<FetchedPage, 'data'> & { data: readonly ListedPost[] }

type Search = {
  keyword: string
  order: string
  instead?: string | undefined
  /** Number of shops found, by name or near the place. */
  shops?: number
}

/** Maximum distance in metres at which a post is called near a place. */
const NEAR_METRES = 5000

type Filters = Pick<ListParams, 'open' | 'facts'>

/** Sentence that no post matches, and that the posts nearest to the place that the keyword names are shown instead. */
export function insteadSentence(page: PageOfPosts, { open, facts }: Filters): string {
  const among = hasFacts(facts) ? '조건에 맞는 글 중 ' : open ? '영업 중인 곳 중 ' : ''
  const none = `${among}딱 맞는 글은 없어요.`
  if (!isNear(page)) return `${none} 가장 가까운 글을 보여 드려요.`
  return `${none} ${insteadName(page)}에서 가까운 글부터 보여 드려요.`
}

/** Heading above those nearest posts. */
export function insteadHeading(page: PageOfPosts): string {
  const name = insteadName(page)
  return isNear(page) ? nearHeading({ name }) : `${name}에서 가까운 글`
}

/** Name of the place whose nearest posts are shown instead of results: '망원동' if it is the area '서울특별시 마포구 망원동'. */
function insteadName({ instead }: PageOfPosts): string {
  const [first = '', ...others] = (instead?.name ?? '').split(' ')
  const last = others.at(-1)
  return last && isProvince(first) && /[시군구읍면동리가]$/.test(last) ? last : [first, ...others].join(' ')
}

function isNear({ data: [first], from }: PageOfPosts): boolean {
  if (!first || !from || first.lat === null || first.lng === null) return false
  return metresBetween(from, { lat: first.lat, lng: first.lng }) <= NEAR_METRES
}

/** Sentence about the results for screen readers. */
export function announcementSentence(pages: readonly Page[], { keyword, order, instead, shops = 0 }: Search) {
  const hasMore = Boolean(pages.at(-1)?.nextCursor)
  const count = pages.reduce((sum, { data }) => sum + data.length, 0)
  const found = `검색 결과 ${count}개${hasMore ? ' 이상' : ''}, ${order}이에요.`
  if (shops > 0 && (instead || count === 0)) return `‘${keyword}’ 가게 ${shops}곳을 찾았어요. 아직 글은 없어요.`
  if (instead) return `‘${keyword}’ 검색 결과가 없어요. ${instead} 글을 보여 드려요.`
  const none = '검색 결과가 없어요.'
  const nothing = hasMore ? '아직 찾지 못했어요. 더 찾아볼 수 있어요.' : none
  return `‘${keyword}’ ${count > 0 ? found : nothing}`
}

/** '망원동 · 글 10개 이상': the place that the keyword names, if it names only one, and the number of loaded posts. */
export function resultsSentence(pages: readonly Page[]): string {
  const { areas = [], landmarks = [] } = pages[0]?.meaning ?? {}
  const read = [
    ...landmarks.filter(({ named }) => named).map((landmark) => nearHeading(landmark)),
    ...namedAreasToShow(areas).map(({ name }) => name),
  ]
  const count = pages.reduce((sum, { data }) => sum + data.length, 0)
  return factLine([read.length === 1 && read[0], `글 ${count}개${pages.at(-1)?.nextCursor ? ' 이상' : ''}`])
}

/** Sentence about how many posts a search for very frequent letters has read; null once it has read all, and for other searches. */
export function searchedSoFarSentence(pages: readonly Page[], hasMore: boolean): string | null {
  const searched = pages.reduce((sum, page) => sum + (page.searched ?? 0), 0)
  if (!hasMore || searched === 0) return null
  return `흔한 글자라 글 ${searched.toLocaleString('ko-KR')}개까지만 찾아봤어요. 검색어를 더 길게 입력해 주세요.`
}
