import type { Request } from 'autocannon'
import type { CountResult, PostList } from '#contract/schema.gen.ts'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import { apiRequest, pageRequest, requestPerTurn } from '../browser-requests.ts'
import { measuredWords } from '../vocabulary.ts'
import type { SizedSite } from './open-size.ts'

/** Makes the requests of one kind for a site of some size. */
export type Kind = (size: SizedSite) => Request | Promise<Request>

const SEOUL = { lat: 37.55, lng: 126.95 }
const AREA = '서울/마포구'
/** The share of all posts before a page that is far down a list. */
const DEEP = 0.9
const EDITED = 20

const views = {
  country: { south: 33, west: 124, north: 39, east: 132, zoom: 7 },
  city: { south: 37.4, west: 126.7, north: 37.7, east: 127.2, zoom: 11 },
  district: { south: 37.53, west: 126.9, north: 37.57, east: 126.98, zoom: 14 },
} as const

const words = {
  'a word of 50 %': measuredWords.common.word,
  'a word of 4 %': measuredWords.fourPercent.word,
  'a word of 0.06 %': '할매국밥',
  'no such word': measuredWords.absent.word,
  'two words, 2 %': `${measuredWords.fourPercent.word} ${measuredWords.common.word}`,
  'two words that never meet': '서울 부산',
  'initial consonants': 'ㅎㅁㄱㅂ',
} as const

/** A read of the API by members, with shared responses. */
function read(document: string, variables: (size: SizedSite, turn: number) => object): Kind {
  return (size) =>
    requestPerTurn((turn) => apiRequest(size.site.origin, document, variables(size, turn), memberOf(size, turn).cookie))
}

/** A read of another post, place, position or page each time; an unused variable keeps responses from being shared. */
function readAnother(document: string, variables: (size: SizedSite, turn: number) => object): Kind {
  return read(document, (size, turn) => ({ ...variables(size, turn), turn }))
}

/** The fifth page of a list, by cursor. */
function fifthPage(variables: object): Kind {
  return async (size) => {
    let cursor: string | null = null
    for (let page = 1; page < 5; page++) {
      const { getPosts } = (await answerOf(size, 'getPosts', { ...variables, cursor })) as { getPosts: PostList }
      cursor = getPosts.nextCursor ?? null
    }
    return read('getPosts', () => ({ ...variables, cursor }))(size)
  }
}

/** Response of the API to the first member. */
async function answerOf(size: SizedSite, document: string, variables: object): Promise<unknown> {
  const { headers, body, path } = apiRequest(size.site.origin, document, variables, memberOf(size, 0).cookie)
  const response = await fetch(size.site.origin + path, { method: 'POST', headers, body: String(body) })
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: { message: string }[] }
  if (errors) throw new Error(`${document}: ${errors[0]?.message}`)
  return data
}

/** A page rendered for each request, because the addresses differ. */
function rendered(address: (size: SizedSite, turn: number) => string): Kind {
  return (size) =>
    requestPerTurn((turn) => {
      const path = address(size, turn)
      // A parameter that these pages do not read but another one does; unknown parameters are removed.
      return pageRequest(`${path}${path.includes('?') ? '&' : '?'}status=${turn}`)
    })
}

const memberOf = (size: SizedSite, turn: number) =>
  size.members[turn % size.members.length] as SizedSite['members'][number]
/** The value whose turn it is. */
export const pickInTurn = <T>(of: readonly T[], turn: number) => of[turn % of.length] as T
const idOf = (size: SizedSite, turn: number) => String(pickInTurn(size.ids, turn))
const idOfPlace = (size: SizedSite, turn: number) => String(pickInTurn(size.ofVenues, turn))
const venueOf = (size: SizedSite, turn: number) => String(pickInTurn(size.venues, turn))
const positionOf = (size: SizedSite, turn: number) => {
  const { lat, lng } = pickInTurn(size.positions, turn)
  return { lat, lng }
}

const sorts = ['latest', 'popular', 'again', 'order'] as const
const named = <T extends string>(list: readonly T[], kind: (one: T) => Record<string, Kind>) =>
  Object.assign({}, ...list.map(kind)) as Record<string, Kind>

const pages: Record<string, Kind> = {
  'home, rendered': rendered(() => '/'),
  'home, signed in': (size) => pageRequest('/', memberOf(size, 0).cookie),
  'post page, rendered': rendered((size, turn) => `/post/${idOfPlace(size, turn)}`),
  'place page, rendered': rendered((size, turn) => `/place/${venueOf(size, turn)}`),
  'area page, rendered': rendered(() => `/area/${encodeURI(AREA)}`),
  'search page, rendered': rendered(() => `/search?keyword=${encodeURIComponent(measuredWords.fourPercent.word)}`),
}

const lists: Record<string, Kind> = {
  ...named(sorts, (filter) => ({
    [`feed, ${filter}`]: read('getPosts', () => ({ filter, open: false })),
    [`feed, ${filter}, page 5`]: fifthPage({ filter, open: false }),
    [`feed, ${filter}, nine tenths down`]: readAnother('getPosts', ({ posts }, turn) => ({
      filter,
      pageParam: Math.floor((posts * DEEP) / LIST_PAGE_SIZE) - (turn % 20),
    })),
    [`feed, ${filter}, open`]: read('getPosts', () => ({ filter, open: true })),
  })),
  near: readAnother('getPosts', (size, turn) => ({ filter: 'near', open: false, ...positionOf(size, turn) })),
  'near, open': readAnother('getPosts', (size, turn) => ({ filter: 'near', open: true, ...positionOf(size, turn) })),
  ...named(sorts, (filter) => ({
    [`area, ${filter}`]: read('getPosts', () => ({ filter, area: AREA, open: false })),
  })),
  'area, near': read('getPosts', () => ({ filter: 'near', area: AREA, open: false, ...SEOUL })),
  "place's posts": readAnother('getPosts', (size, turn) => ({ place: venueOf(size, turn), open: false })),
  "member's own posts": read('getPosts', (size) => ({ user_id: memberOf(size, 0).handle })),
}

const searches = named(Object.keys(words) as (keyof typeof words)[], (name) => ({
  [`search, ${name}`]: read('getSearchPosts', () => ({ keyword: words[name], filter: 'latest', open: false })),
  [`search, ${name}, popular`]: read('getSearchPosts', () => ({
    keyword: words[name],
    filter: 'popular',
    open: false,
  })),
}))

const others: Record<string, Kind> = {
  ...named(Object.keys(views) as (keyof typeof views)[], (name) => ({
    [`map of a ${name}`]: read('getMapPosts', () => ({ ...views[name], filter: 'latest', open: false })),
  })),
  'map of a city with a word': read('getMapPosts', () => ({ ...views.city, keyword: words['a word of 4 %'] })),
  post: readAnother('getPost', (size, turn) => ({ id: idOf(size, turn) })),
  place: readAnother('getPlace', (size, turn) => ({ id: venueOf(size, turn) })),
  'other posts of its place': readAnother('getPlacePosts', (size, turn) => ({ id: idOfPlace(size, turn) })),
  'new posts since': read('getNewPostCount', ({ posts }) => ({ after: String(posts - 20) })),
  'counts of an area': read('getArea', () => ({ path: AREA })),
  'search of places': read('searchPlaces', () => ({ keyword: '할매국밥', ...SEOUL })),
}

const text = '육수가 맑고 면이 부드러워요. '.repeat(5)
const newPost = (turn: number) => ({ title: `평양냉면 ${turn}`, contents: text })

const writes: Record<string, Kind> = {
  like: (size) =>
    requestPerTurn((turn) => {
      const { handle, cookie } = memberOf(size, turn)
      // Each member first likes what they did not like, and takes it back in the next round.
      const isLike = Math.floor(turn / size.ids.length) % 2 === 0
      return apiRequest(size.site.origin, 'likePost', { id: idOf(size, turn), isLike, jwt: handle }, cookie)
    }),
  'add a post': (size) =>
    requestPerTurn((turn) => apiRequest(size.site.origin, 'addPost', newPost(turn), memberOf(size, turn).cookie)),
  'add a post with a position': (size) =>
    requestPerTurn((turn) =>
      apiRequest(
        size.site.origin,
        'addPost',
        { ...newPost(turn), ...positionOf(size, turn) },
        memberOf(size, turn).cookie,
      ),
    ),
  'edit a post': async (size) => {
    const ids: string[] = []
    while (ids.length < EDITED) {
      const { addPost } = (await answerOf(size, 'addPost', newPost(ids.length))) as { addPost: CountResult }
      ids.push(String(addPost.id))
    }
    return requestPerTurn((turn) =>
      apiRequest(
        size.site.origin,
        'editPost',
        { id: pickInTurn(ids, turn), ...newPost(turn) },
        memberOf(size, 0).cookie,
      ),
    )
  },
}

/** The kinds of requests, by name; those that write come last. */
export const kinds: Record<string, Kind> = { ...pages, ...lists, ...searches, ...others, ...writes }
