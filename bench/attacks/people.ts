import { setTimeout as wait } from 'node:timers/promises'
import { type Api, ApiError, createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'

const PAUSE_MS = 400
/** Longest wait of a user for a response. */
const GIVE_UP_MS = 60_000
const HTML_HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }

/** What users did and what happened. Times are in milliseconds. */
export type RequestLog = {
  feeds: number[]
  pages: number[]
  uploads: number[]
  /** Ids of acknowledged posts. */
  posts: string[]
  /** Whether each account last liked each post; undefined while the last response is unknown. */
  likes: Map<string, boolean | undefined>
  /** Counts of failures by code. */
  failures: Map<string, number>
  blankPages: number
}

export function emptyLog(): RequestLog {
  return { feeds: [], pages: [], uploads: [], posts: [], likes: new Map(), failures: new Map(), blankPages: 0 }
}

/** New members, each on their own network. */
export function signUpMembers(origin: string, count: number): Promise<TestUser[]> {
  const networks = Array.from({ length: count }, (_, index) => `127.0.1.${index + 1}`)
  return Promise.all(networks.map((network) => buildUser(createApi(origin).fresh(network))))
}

/** Reads, searches, likes, posts and uploads at a usual pace. */
export async function useSiteNormally(user: TestUser, diary: RequestLog, isOver: () => boolean): Promise<void> {
  const { origin, localAddress } = user.client
  const api = createApi(origin).fresh(localAddress)
  const photo = await smallPhoto()
  for (let turn = 0; !isOver(); turn++) {
    await attempt(diary, () => readFeed(api.as(user), diary))
    await attempt(diary, () => readHome(api, diary))
    await attempt(diary, async () => void (await api.as(user).getSearchPosts({ keyword: '냉면' })))
    await attempt(diary, () => toggleLike(api.as(user), user, diary, turn))
    if (turn % 40 === 0) await attempt(diary, () => addPost(api.as(user), diary))
    if (turn % 60 === 30) await attempt(diary, () => upload(user, photo, diary))
    await wait(PAUSE_MS)
  }
}

async function attempt(diary: RequestLog, deed: () => Promise<void>): Promise<void> {
  try {
    const isAnswered = await Promise.race([deed().then(() => true), wait(GIVE_UP_MS, false)])
    if (!isAnswered) throw new Error('gave up')
  } catch (error) {
    const code = error instanceof ApiError ? (error.code ?? String(error.status)) : 'no answer'
    diary.failures.set(code, (diary.failures.get(code) ?? 0) + 1)
  }
}

async function timed<T>(times: number[], deed: () => Promise<T>): Promise<T> {
  const since = performance.now()
  try {
    return await deed()
  } finally {
    times.push(performance.now() - since)
  }
}

async function readFeed(api: Api, diary: RequestLog): Promise<void> {
  await timed(diary.feeds, () => api.getPosts({ pageParam: 1 }))
}

async function readHome(api: Api, diary: RequestLog): Promise<void> {
  const page = await timed(diary.pages, () => api.send('GET', '/', null, HTML_HEADERS))
  if (page.status === 200 && page.bytes.length < 1000) diary.blankPages++
}

async function addPost(api: Api, diary: RequestLog): Promise<void> {
  const { id } = await api.addPost({ title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.' })
  if (id) diary.posts.push(id)
}

async function toggleLike(api: Api, user: TestUser, diary: RequestLog, turn: number): Promise<void> {
  const id = diary.posts[turn % Math.max(1, diary.posts.length)]
  if (!id) return
  const key = `${user.handle} ${id}`
  const isLike = diary.likes.get(key) !== true
  // Until the response arrives, it is unknown whether the like was stored.
  diary.likes.set(key, undefined)
  await api.likePost({ id, isLike, jwt: user.handle })
  diary.likes.set(key, isLike)
}

async function upload(user: TestUser, photo: Buffer, diary: RequestLog): Promise<void> {
  const form = multipart(photo)
  const { status } = await timed(diary.uploads, () =>
    user.client.send('POST', '/v1_1/matnanum/image/upload', form.body, form.headers),
  )
  if (status !== 200) throw new Error(`upload ${status}`)
}

/** The body that the page's upload control sends. */
export function multipart(file: Buffer): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'matnanum-bench'
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="upload_preset"')}\r\nml_default\r\n`),
    Buffer.from(`${part('name="file"; filename="photo.png"')}content-type: image/png\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
