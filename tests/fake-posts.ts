import * as v from 'valibot'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import { postSchema } from '#rules/post.ts'
import type { FetchedPage, ListedPost, PostPage } from '#web/posts/queries/list-query.ts'
import type { Post } from '#web/posts/queries/post-query.ts'

/** Posts, pages and calls for tests of lists. */

/** Fields of a post without any optional one. */
const { images: _, ...written } = v.parse(postSchema, { title: '식당', contents: '맛있어요.' })

/** A post of a list, as the API returns it. */
export function listedPost(id: string, fields: Partial<ListedPost> = {}): ListedPost {
  return {
    ...written,
    id,
    title: `식당 ${id}`,
    image: null,
    image_info: null,
    image_count: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    username: '김하나',
    user_id: 'hana',
    user_profile: null,
    like: 3,
    comments: 0,
    ...fields,
  }
}

/** A post as an entry of one of the member's own lists. */
export function savedPost(id: string, fields: Partial<ListedPost> = {}) {
  return { hiddenBecause: null, ...listedPost(id, fields) }
}

/** A page of a list: its posts by id, and the cursor of the next page. */
export function postPage(ids: readonly string[], nextCursor: string | null = null): FetchedPage {
  return { data: ids.map((id) => listedPost(id)), nextCursor, startCursor: null }
}

/** The same page as lists store it: with ids instead of posts. */
export function idPage(ids: readonly string[], nextCursor: string | null = null): PostPage {
  return { ...postPage([], nextCursor), data: ids }
}

/** Calls that a test answers one by one, in any order. */
export class HeldCalls<Args, Answer> {
  /** Unanswered calls, the oldest first. */
  readonly open: { args: Args; answer: (value: Answer) => void; fail: (error: Error) => void }[] = []

  readonly call = (args: Args): Promise<Answer> =>
    new Promise((answer, fail) => {
      this.open.push({ args, answer, fail })
    })

  /** The oldest unanswered call. */
  next() {
    const call = this.open.shift()
    if (!call) throw new Error('nothing was asked')
    return call
  }
}

type Cursor = { cursor?: string | null | undefined }

/** Answers of a list as the API gives them: ten posts from the cursor on, and the cursor of the next page. */
export function answerInPages(posts: readonly ListedPost[] | (() => readonly ListedPost[])) {
  return ({ cursor }: Cursor) => {
    const all = typeof posts === 'function' ? posts() : posts
    const start = cursor ? all.findIndex(({ id }) => id === cursor) + 1 : 0
    const data = all.slice(start, start + LIST_PAGE_SIZE)
    const nextCursor = start + LIST_PAGE_SIZE < all.length ? (data.at(-1)?.id ?? null) : null
    return { data, nextCursor, startCursor: null }
  }
}

/** Answers of a search, in pages. */
export function answerSearchInPages(posts: Parameters<typeof answerInPages>[0]) {
  return (asked: Cursor) => ({
    ...answerInPages(posts)(asked),
    searched: null,
    meaning: null,
    instead: null,
    from: null,
  })
}

/** The same with the place of each post: another for each, but for those of `places`. */
export function placesInPages(
  posts: Parameters<typeof answerInPages>[0],
  places: Readonly<Record<string, string>> = {},
) {
  return (asked: Cursor) => {
    const { data, ...page } = answerInPages(posts)(asked)
    return { ...page, data: data.map((post) => ({ ...post, place_id: places[post.id] ?? `9${post.id}` })) }
  }
}

/** A post as its own page gets it. */
export function fullPost(fields: Partial<Post> & { id: string }): Post {
  return {
    ...written,
    ...listedPost(fields.id),
    images: [],
    place_id: null,
    been_count: 0,
    verdict: null,
    areas: [],
    hiddenBecause: null,
    share_image: '/share.png',
    ...fields,
  }
}

/** Responses for the other parts of a post's page. */
export const answersBesidePost = {
  getPlacePosts: [],
  getComments: { data: [], more: [], nextCursor: null, tastyCount: 0, tastyAuthors: [] },
}

/** Responses for the other parts of the home page. */
export const answersBesideHome = { getPopularAreas: [], getNewPostCount: { count: 0 }, getNearShops: [] }
