import { setTimeout as wait } from 'node:timers/promises'
import { type Api, ApiError, type Client, createApi } from '#tests/api.ts'
import { buildUser, type TestUser } from '#tests/factories.ts'
import { uploadPicture } from '#tests/image-site.ts'

/** Posts that the site keeps of these people; older ones are deleted. */
const KEPT_POSTS = 300
/** Pending requests at most; a slower site gets fewer. */
const MAX_CONCURRENT = 20

const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }
const PLACE = { address: '서울 마포구 숭문길 24', place_name: '숭문길 냉면', lat: 37.5478, lng: 126.9469 }

type Action = (api: Api, person: TestUser) => Promise<unknown>

/** People of a small town who use the site at a steady rate. */
export class Town {
  /** Number of requests by outcome: 'done', or the request with the code of its error. */
  readonly outcomes = new Map<string, number>()
  readonly #posts: { id: string; by: TestUser }[] = []
  readonly #origin: string
  readonly #photo: Buffer
  #members: TestUser[] = []
  #turn = 0

  constructor(origin: string, photo: Buffer) {
    this.#origin = origin
    this.#photo = photo
  }

  /** Signs up `count` members, and begins `perSecond` actions every second until `isOver`. */
  async live(count: number, perSecond: number, isOver: () => boolean): Promise<void> {
    const api = createApi(this.#origin)
    for (let n = 0; n < count; n++) this.#members.push(await buildUser(api))
    const actions = this.#actions.flatMap(([weight, name, action]) => Array(weight).fill({ name, action }))
    const running = new Set<Promise<void>>()
    while (!isOver()) {
      await wait(1000 / perSecond)
      if (running.size >= MAX_CONCURRENT) continue
      const { name, action } = actions[Math.floor(Math.random() * actions.length)]
      const run = this.#attempt(name, action).finally(() => running.delete(run))
      running.add(run)
    }
    await Promise.all(running)
  }

  async #attempt(name: string, action: Action): Promise<void> {
    const person = this.#someone()
    const outcome = await action(createApi(this.#origin).as(person), person).then(
      () => 'done',
      (error: unknown) => `${name}: ${error instanceof ApiError ? (error.code ?? error.status) : error}`,
    )
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }

  /** Actions of people, with weights: first those of visitors, then those of members. */
  readonly #actions: [weight: number, name: string, action: Action][] = [
    [14, 'home', () => this.#page('/')],
    [8, 'post', () => this.#page(`/post/${this.#post()?.id}`)],
    [4, 'search page', () => this.#page(`/?keyword=${encodeURIComponent('냉면')}&n=${this.#turn++}`)],
    [4, 'area', () => this.#page('/area/서울/마포구')],
    [4, 'map', () => createApi(this.#origin).getMapPosts({ south: 37, west: 126, north: 38, east: 127, zoom: 11 })],
    [10, 'list', (api) => api.getPosts({ pageParam: 1 + (this.#turn++ % 5) })],
    [5, 'search', (api) => api.getSearchPosts({ keyword: `냉면 ${this.#turn++ % 50}` })],
    [5, 'home of a member', (_, { client }) => this.#page('/', client)],
    [4, 'notifications', (api) => api.getNotifications({})],
    [
      10,
      'like',
      (api, { handle }) => this.#about((id) => api.likePost({ id, isLike: Math.random() < 0.6, jwt: handle })),
    ],
    [
      7,
      'comment',
      (api) => this.#about((post) => api.addComment({ post, text: `육수가 맑아요. ${this.#turn++}`, tasty: true })),
    ],
    [4, 'save', (api) => this.#about((post) => api.savePost({ post, list: 'want', saved: Math.random() < 0.6 }))],
    [
      3,
      'follow',
      (api) => api.followUser({ handle: this.#someone().handle, follow: Math.random() < 0.6 }).catch(ignoreOneself),
    ],
    [5, 'new post', (api, person) => this.#write(api, person)],
    [2, 'upload', (_, { client }) => uploadPicture(client, this.#photo)],
    [2, 'login', (_, person) => createApi(this.#origin).login({ ...person, autoLogin: true })],
    [
      1,
      'profile',
      (api, person) => api.update({ ...person, jwt: person.handle, about: `면을 좋아해요. ${this.#turn++}` }),
    ],
    [1, 'sign up and leave', () => this.#comeAndGo()],
  ]

  #someone(): TestUser {
    return this.#members[Math.floor(Math.random() * this.#members.length)] as TestUser
  }

  #post(): { id: string; by: TestUser } | undefined {
    return this.#posts[Math.floor(Math.random() * this.#posts.length)]
  }

  async #about(action: (id: string) => Promise<unknown>): Promise<unknown> {
    const post = this.#post()
    // The post may be deleted meanwhile.
    return post && action(post.id).catch(ignoreGone)
  }

  async #page(path: string, client: Client = createApi(this.#origin)): Promise<void> {
    const { status } = await client.send('GET', encodeURI(decodeURI(path)), null, HTML)
    if (status >= 500) throw new Error(String(status))
  }

  /** Every other post has a picture. */
  async #write(api: Api, by: TestUser): Promise<void> {
    const turn = this.#turn++
    const image = turn % 2 ? (await uploadPicture(by.client, this.#photo)).answer.url : undefined
    const text = { title: `평양냉면 ${turn}`, contents: '면이 부드러워요. '.repeat(10) }
    const { id } = await api.addPost({ ...text, ...PLACE, ...(image && { image }) })
    this.#posts.push({ id: String(id), by })
    const old = this.#posts.length > KEPT_POSTS ? this.#posts.shift() : undefined
    if (old) await api.as(old.by).deletePost({ id: old.id })
  }

  /** Signs up, and withdraws again. */
  async #comeAndGo(): Promise<void> {
    const person = await buildUser(createApi(this.#origin))
    await createApi(this.#origin).as(person).remove({ jwt: person.handle })
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
}

function ignoreOneself(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'BAD_USER_INPUT') throw error
}
