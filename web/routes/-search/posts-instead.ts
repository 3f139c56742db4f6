import type { ExecuteGraphql } from '../../graphql.ts'
import { nearHeading, nearLandmark } from '../../places/landmarks.ts'
import { type ListParams, listParams } from '../../posts/lists/list-search.ts'
import type { ListQuery, PostPage } from '../../posts/queries/list-query.ts'
import { areaListQuery, postsQuery } from '../../posts/queries/posts-query.ts'
import type { Landmark } from './named-landmarks.ts'
import type { SearchHints } from './search-hints.ts'

/** The posts shown when none has the words of the keyword: near the landmark, or in the area, that it names. */
export type PostsInstead = {
  heading: string
  sentence: string
  query: ListQuery
  /** The position from which distances are shown. */
  near?: string
}

/** Whether no post has the words of a keyword; false while there is more to search. */
export function foundNothing(pages: readonly PostPage[] | undefined): boolean {
  return pages?.length === 1 && pages[0]?.data.length === 0 && !pages[0].nextCursor
}

/** Whether other posts may be shown: not on a page by its number, and not for a search around the reader. */
export function mayShowInstead({ near, page }: ListParams): boolean {
  return near === undefined && page === undefined
}

/** The posts near the first landmark, with the filters of the search; null without one. */
export function postsNear(
  execute: ExecuteGraphql,
  landmarks: readonly Landmark[],
  { open }: ListParams,
): PostsInstead | null {
  const [landmark] = landmarks
  if (!landmark) return null
  const { near } = nearLandmark(landmark)
  // Several of one name differ by their area.
  const name = landmarks.length > 1 ? `${landmark.area} ${landmark.name}` : landmark.name
  return {
    heading: nearHeading({ name }),
    sentence: `${noneSentence(open)} ${name}에서 가까운 글부터 보여 드려요.`,
    query: postsQuery(execute, listParams({ near, open: open ? '1' : undefined })),
    near,
  }
}

/** The posts in the area that the keyword names, or in the one of that name with the most posts; null if it names none. */
export function postsInArea(
  execute: ExecuteGraphql,
  { areas }: SearchHints,
  { sort, open }: ListParams,
): PostsInstead | null {
  const area = areas[0]
  if (!area || area.count === 0) return null
  return {
    heading: `${area.name} 맛집`,
    sentence: `${noneSentence(open)} 이 지역의 글을 보여 드려요.`,
    query: areaListQuery(execute, area.path, listParams({ filter: sort, open: open ? '1' : undefined })),
  }
}

function noneSentence(open: boolean): string {
  return open ? '영업 중인 곳 가운데 이 말이 들어간 글은 없어요.' : '이 말이 들어간 글은 없어요.'
}
