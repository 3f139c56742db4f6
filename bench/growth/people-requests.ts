import { call, requestPerTurn } from '../browser-requests.ts'
import { type Kind, sample } from './requests.ts'

const SEOUL = { lat: 37.55, lng: 126.95 }

/** What one of the members asks, each time another one: the answer is nobody else's. */
function asked(document: string, variables: (turn: number) => object = () => ({})): Kind {
  return ({ site, members }) =>
    requestPerTurn((turn) => call(site.origin, document, { ...variables(turn), turn }, sample(members, turn).cookie))
}

/** The comments of a post, by its distance from the middle one. */
const comments =
  (distance: number): Kind =>
  (size) =>
    requestPerTurn((turn) =>
      call(size.site.origin, 'getComments', { post: String(Math.floor(size.posts / 2) + distance), turn }),
    )

const want = (variables: object) => asked('getSavedPosts', () => ({ list: 'want', ...variables }))

/** The kinds of requests about what people do, by name; those that write come last. */
export const peopleKinds: Record<string, Kind> = {
  'comments of a post with 10,000': comments(0),
  'comments of a post with 20': comments(1),
  'posts of 500 followed': asked('getFollowedPosts'),
  'people whom somebody follows': asked('getPeople', () => ({ list: 'following' })),
  // The one with as many posts at every size.
  'an author': ({ site, members }) =>
    requestPerTurn((turn) => call(site.origin, 'getAuthor', { handle: members[0]?.handle, turn })),
  notifications: asked('getNotifications'),
  'saved, latest': want({}),
  'saved, near': want({ sort: 'near', ...SEOUL }),
  'saved, by a word': want({ keyword: '국밥' }),
  'pins of what is saved': asked('getSavedPins', () => ({ list: 'want' })),
  'collections of a member': ({ site, members }) =>
    requestPerTurn((turn) => call(site.origin, 'getCollections', { handle: sample(members, turn).handle, turn })),
  'search of collections': asked('getSearchCollections', () => ({ keyword: '성수' })),
  'photos of a place': ({ site, venues }) =>
    requestPerTurn((turn) => call(site.origin, 'getPlacePhotos', { id: String(sample(venues, turn)), turn })),
  'save a post': ({ site, members, ids }) =>
    requestPerTurn((turn) => {
      const saved = Math.floor(turn / ids.length) % 2 === 0
      const variables = { post: String(sample(ids, turn)), list: 'want', saved }
      return call(site.origin, 'savePost', variables, sample(members, turn).cookie)
    }),
  'comment on a post': ({ site, members, ids }) =>
    requestPerTurn((turn) => {
      const variables = { post: String(sample(ids, turn)), text: `맛있어요 ${turn}` }
      return call(site.origin, 'addComment', variables, sample(members, turn).cookie)
    }),
  'follow somebody': ({ site, members }) =>
    requestPerTurn((turn) => {
      const follow = Math.floor(turn / 49) % 2 === 1
      const variables = { handle: sample(members, turn + 1 + (turn % 48)).handle, follow }
      return call(site.origin, 'followUser', variables, sample(members, turn).cookie)
    }),
}
