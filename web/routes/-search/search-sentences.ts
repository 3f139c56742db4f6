import { metresBetween } from '#rules/position.ts'
import { nearHeading } from '../../places/landmarks.ts'
import { hasFacts, type ListParams } from '../../posts/lists/list-search.ts'
import type { PostPage } from '../../posts/queries/list-query.ts'

type Search = {
  keyword: string
  order: string
  /** The heading of the posts that are shown if there are no results. */
  instead?: string | undefined
}

/** Beyond this distance, in metres, a post is not near a place. */
const NEAR = 5000

type Filters = Pick<ListParams, 'open' | 'facts'>

/** Says that the posts are not results but those nearest to the place that the keyword names. */
export function insteadSentence(page: PostPage, { open, facts }: Filters): string {
  const among = hasFacts(facts) ? '조건에 맞는 글 가운데 ' : open ? '영업 중인 곳 가운데 ' : ''
  const none = `${among}이 말이 들어간 글은 없어요.`
  if (!isNear(page)) return `${none} 근처에 글이 없어 가장 가까운 글을 보여 드려요.`
  return `${none} ${page.instead?.name ?? ''}에서 가까운 글부터 보여 드려요.`
}

/** The heading of these posts; those far away are not called near. */
export function insteadHeading(page: PostPage): string {
  const name = page.instead?.name ?? ''
  return isNear(page) ? nearHeading({ name }) : `${name}에서 가까운 글`
}

function isNear({ data: [first], from }: PostPage): boolean {
  if (!first || !from || first.lat === null || first.lng === null) return false
  return metresBetween(from, { lat: first.lat, lng: first.lng }) <= NEAR
}

/** What a screen reader is told about the results of a new search or order. */
export function foundSentence(pages: readonly PostPage[], { keyword, order, instead }: Search) {
  const hasMore = Boolean(pages.at(-1)?.nextCursor)
  const count = pages.reduce((sum, { data }) => sum + data.length, 0)
  const found = `검색 결과 ${count}개${hasMore ? ' 이상' : ''}, ${order}이에요.`
  if (instead) return `‘${keyword}’ 검색 결과가 없어요. ${instead} 글을 보여 드려요.`
  const none = '검색 결과가 없어요.'
  const nothing = hasMore ? '아직 찾지 못했어요. 더 찾아볼 수 있어요.' : none
  return `‘${keyword}’ ${count > 0 ? found : nothing}`
}

/** How many posts a search for very frequent letters has looked through; null once it has seen all, and for other searches. */
export function searchedSentence(pages: readonly PostPage[], hasMore: boolean): string | null {
  const searched = pages.reduce((sum, page) => sum + (page.searched ?? 0), 0)
  if (!hasMore || searched === 0) return null
  return `흔한 글자라서 글 ${searched.toLocaleString('ko-KR')}개까지 찾아봤어요. 글자를 더 적으면 바로 찾을 수 있어요.`
}
