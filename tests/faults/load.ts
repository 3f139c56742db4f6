import { errorMessages } from '#rules/errors.ts'
import { ApiError } from '../api.ts'
import type { Person } from '../post-site.ts'
import type { Application } from './application.ts'
import type { Ledger } from './ledger.ts'

/** Number of requests by outcome; `other` lists everything that is neither success nor the expected message. */
export type Outcomes = { done: number; unavailable: number; hungUp: number; other: string[] }

/** Readers and writers who each send one request after the other until they are stopped. */
export type Load = {
  readonly outcomes: Outcomes
  stop(): Promise<Outcomes>
}

let posts = 0

/** Each person repeatedly reads, searches, adds a post and likes one. Acknowledged writes go into the ledger. */
export function startLoad({ api }: Pick<Application, 'api'>, people: readonly Person[], ledger: Ledger): Load {
  const outcomes: Outcomes = { done: 0, unavailable: 0, hungUp: 0, other: [] }
  const postIds: string[] = []
  let isOver = false

  const add = async (person: Person) => {
    postIds.push(await addPost(api, person, ledger))
  }
  const like = async (person: Person) => {
    const id = postIds.at(Math.floor(Math.random() * postIds.length))
    if (id === undefined) return
    await api.as(person).likePost({ id, isLike: true, jwt: person.handle })
    ledger.like(id, person.accountId)
  }
  const read = async (person: Person) => void (await api.as(person).getPosts({ pageParam: 1 }))
  const search = async (person: Person) => void (await api.as(person).getSearchPosts({ pageParam: 1, keyword: '냉면' }))

  const work = async (person: Person) => {
    for (let turn = 0; !isOver; turn++) {
      const action = [add, like, read, search][turn % 4] ?? add
      await action(person).then(
        () => {
          outcomes.done += 1
        },
        (error: unknown) => countFailure(outcomes, error),
      )
    }
  }
  const working = Promise.all(people.map(work))
  return {
    outcomes,
    stop: async () => {
      isOver = true
      await working
      return outcomes
    },
  }
}

/** Adds a post with a unique title, every second one with a position, and returns its acknowledged id. */
export async function addPost(api: Application['api'], person: Person, ledger: Ledger): Promise<string> {
  const number = posts++
  const title = `평양냉면${number}`
  const place = number % 2 ? {} : { address: '서울 마포구 숭문길 24', lat: 37.5478, lng: 126.9469 }
  const { id } = await api.as(person).addPost({ title, contents: `냉면이 슴슴해요. ${'맛있다 '.repeat(20)}`, ...place })
  ledger.post(String(id), title)
  return String(id)
}

/** Counts a failed request under its outcome. */
export function countFailure(outcomes: Outcomes, error: unknown): void {
  const isUnavailable = error instanceof ApiError && error.status === 503 && error.message === errorMessages.UNAVAILABLE
  if (isUnavailable) outcomes.unavailable += 1
  else if (error instanceof ApiError) outcomes.other.push(`${error.status} ${error.message}`)
  else outcomes.hungUp += 1
}
