import type { ListedPost, PostPage } from '#web/posts/queries/list-query.ts'

/** Posts, pages and calls for tests of lists. */

/** A post of a list, as the API answers it. */
export function listedPost(id: string, fields: Partial<ListedPost> = {}): ListedPost {
  return {
    id,
    title: `식당 ${id}`,
    contents: '맛있어요.',
    image: null,
    image_info: null,
    image_count: 0,
    address: null,
    place_name: null,
    lat: null,
    lng: null,
    start_time: null,
    end_time: null,
    closed_on: [],
    kind: null,
    price: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    username: '김하나',
    user_id: 'hana',
    user_profile: null,
    like: 3,
    comments: 0,
    ...fields,
  }
}

/** A page of a list: its posts by id, and the cursor of the next page. */
export function postPage(ids: readonly string[], nextCursor: string | null = null): PostPage {
  return { data: ids.map((id) => listedPost(id)), nextCursor, startCursor: null }
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
