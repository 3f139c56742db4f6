import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { apiRequest, pageRequest, requestPerTurn } from '../browser-requests.ts'
import type { SizedSite } from './open-size.ts'
import { type Kind, pickInTurn } from './requests.ts'

const SEOUL = { lat: 37.55, lng: 126.95 }

/** Reads of one member after another, whose responses are not shared. */
function asked(document: string, variables: (turn: number) => object = () => ({})): Kind {
  return ({ site, members }) =>
    requestPerTurn((turn) =>
      apiRequest(site.origin, document, { ...variables(turn), turn }, pickInTurn(members, turn).cookie),
    )
}

/** The comments of a post, by its distance from the middle one. */
const comments =
  (distance: number): Kind =>
  (size) =>
    requestPerTurn((turn) =>
      apiRequest(size.site.origin, 'getComments', { post: String(Math.floor(size.posts / 2) + distance), turn }),
    )

/** Ids that the database gives, in its order. */
async function idsOf(db: Database, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ id: string }>(`select id::text as id from (${query}) found`).execute(db)
  return rows.map(({ id }) => id)
}

/** The first collection of each member who asks, with twenty posts, in the order of the members. */
const collectionsOf = ({ db, members }: SizedSite) =>
  idsOf(
    db,
    `select distinct on (account_id) key as id from collections where account_id <= ${members.length}
     order by account_id, collections.id`,
  )

const want = (variables: object) => asked('getSavedPosts', () => ({ list: 'want', ...variables }))

const MADE = 3100
const ENTRIES = 20

/** The kinds of requests about what people do, by name; those that write come last. */
export const peopleKinds: Record<string, Kind> = {
  'comments of a post with 10,000': comments(0),
  'comments of a post with 20': comments(1),
  'comments of a post with replies': comments(2),
  'replies to a comment with 1,000': async (size) => {
    const [parent] = await idsOf(
      size.db,
      `select id from comment_threads where post_id = ${Math.floor(size.posts / 2) + 2} order by id limit 1`,
    )
    return requestPerTurn((turn) => apiRequest(size.site.origin, 'getReplies', { parent, turn }))
  },
  'posts of 500 followed': asked('getFollowedPosts'),
  'people whom somebody follows': asked('getPeople', () => ({ list: 'following' })),
  // An author with as many posts at every size.
  'an author': ({ site, members }) =>
    requestPerTurn((turn) => apiRequest(site.origin, 'getAuthor', { handle: members[0]?.handle, turn })),
  notifications: asked('getNotifications'),
  'saved, latest': want({}),
  'saved, near': want({ sort: 'near', ...SEOUL }),
  'saved, by a word': want({ keyword: '국밥' }),
  'pins of what is saved': asked('getSavedPins', () => ({ list: 'want' })),
  'collections of a member': ({ site, members }) =>
    requestPerTurn((turn) =>
      apiRequest(site.origin, 'getCollections', { handle: pickInTurn(members, turn).handle, turn }),
    ),
  'search of collections': asked('getSearchCollections', () => ({ keyword: '성수' })),
  'a collection': async (size) => {
    const collections = await collectionsOf(size)
    return requestPerTurn((turn) =>
      apiRequest(size.site.origin, 'getCollection', { id: pickInTurn(collections, turn), turn }),
    )
  },
  'active people near': asked('getActiveAuthors', () => SEOUL),
  'the list of a week': asked('getWeeklyTop', () => ({ area: '서울/마포구' })),
  'feed of an area': async (size) => {
    const full = 'select area_id from area_counts group by area_id having sum(count) >= 20'
    const areas = await idsOf(size.db, `select address as id from areas where id in (${full}) and address like '% %'`)
    return requestPerTurn((turn) =>
      pageRequest(`/area/${encodeURI(pickInTurn(areas, turn).replaceAll(' ', '/'))}/feed.atom`),
    )
  },
  'picture for the link of a post': async ({ site, ids }) => {
    const paths: string[] = []
    for (const id of ids) {
      const { headers } = await fetch(`${site.origin}/share/post/${id}/any.jpg`, { redirect: 'manual' })
      paths.push(headers.get('location') ?? '')
    }
    return requestPerTurn((turn) => pageRequest(pickInTurn(paths, turn)))
  },
  'photos of a place': ({ site, venues }) =>
    requestPerTurn((turn) => apiRequest(site.origin, 'getPlacePhotos', { id: String(pickInTurn(venues, turn)), turn })),
  'save a post': ({ site, members, ids }) =>
    requestPerTurn((turn) => {
      const saved = Math.floor(turn / ids.length) % 2 === 0
      const variables = { post: String(pickInTurn(ids, turn)), list: 'want', saved }
      return apiRequest(site.origin, 'savePost', variables, pickInTurn(members, turn).cookie)
    }),
  'comment on a post': ({ site, members, ids }) =>
    requestPerTurn((turn) => {
      const variables = { post: String(pickInTurn(ids, turn)), text: `맛있어요 ${turn}` }
      return apiRequest(site.origin, 'addComment', variables, pickInTurn(members, turn).cookie)
    }),
  'follow somebody': ({ site, members }) =>
    requestPerTurn((turn) => {
      const follow = Math.floor(turn / 49) % 2 === 1
      const variables = { handle: pickInTurn(members, turn + 1 + (turn % 48)).handle, follow }
      return apiRequest(site.origin, 'followUser', variables, pickInTurn(members, turn).cookie)
    }),
}

/** Kinds that change what other kinds read; they come after them. */
export const lateKinds: Record<string, Kind> = {
  'edit a comment': async (size) => {
    const comments = await commentsOf(size, size.members.length)
    return requestPerTurn((turn) =>
      apiRequest(
        size.site.origin,
        'editComment',
        { id: pickInTurn(comments, turn), text: `또 갈래요 ${turn}` },
        cookieOf(size, turn),
      ),
    )
  },
  'delete a comment': async (size) => {
    const comments = await commentsOf(size, MADE)
    return requestPerTurn((turn) =>
      apiRequest(size.site.origin, 'deleteComment', { id: pickInTurn(comments, turn) }, cookieOf(size, turn)),
    )
  },
  'make a collection': (size) =>
    requestPerTurn((turn) =>
      apiRequest(size.site.origin, 'addCollection', { name: `점심 ${turn}` }, cookieOf(size, turn)),
    ),
  'put in a collection, take out': async (size) => {
    const collections = await collectionsOf(size)
    return requestPerTurn((turn) => {
      const variables = { id: pickInTurn(collections, turn), post: String(pickInTurn(size.ids, turn)) }
      const isIn = Math.floor(turn / size.ids.length) % 2 === 1
      return apiRequest(
        size.site.origin,
        isIn ? 'takeFromCollection' : 'putInCollection',
        variables,
        cookieOf(size, turn),
      )
    })
  },
  'move in a collection': async (size) => {
    const collections = await collectionsOf(size)
    const posts = await Promise.all(collections.map((key) => postsIn(size, key)))
    return requestPerTurn((turn) => {
      const round = Math.floor(turn / collections.length)
      const post = pickInTurn(pickInTurn(posts, turn), round)
      const variables = { id: pickInTurn(collections, turn), post, position: 1 + ((round * 7) % ENTRIES) }
      return apiRequest(size.site.origin, 'moveInCollection', variables, cookieOf(size, turn))
    })
  },
  'read notifications': async (size) => {
    const unread = await idsOf(
      size.db,
      `select id from (select id, account_id, row_number() over (partition by account_id order by at, id) as n
       from notifications where account_id <= ${size.members.length} and not is_read) told order by n, account_id`,
    )
    return requestPerTurn((turn) =>
      apiRequest(size.site.origin, 'readNotifications', { upTo: pickInTurn(unread, turn) }, cookieOf(size, turn)),
    )
  },
  'block somebody, take it back': async (size) => {
    const handles = await idsOf(size.db, 'select handle as id from accounts where id > 1000 order by id limit 200')
    return requestPerTurn((turn) => {
      const block = Math.floor(turn / handles.length) % 2 === 0
      return apiRequest(
        size.site.origin,
        'blockUser',
        { handle: pickInTurn(handles, turn), block },
        cookieOf(size, turn),
      )
    })
  },
}

const cookieOf = ({ members }: SizedSite, turn: number) => pickInTurn(members, turn).cookie

const postsIn = ({ db }: SizedSite, key: string) =>
  idsOf(
    db,
    `select e.post_id as id from collection_entries e join collections c on c.id = e.collection_id
     where c.key = '${key}' order by e.position limit ${ENTRIES}`,
  )

/** New comments of the members in turns, under the posts between which requests alternate. */
async function commentsOf(size: SizedSite, amount: number): Promise<string[]> {
  const posts = `'{${size.ids}}'::bigint[]`
  const { rows } = await sql
    .raw<{ id: string }>(
      `insert into comments (post_id, account_id, text)
       select (${posts})[1 + g % ${size.ids.length}], 1 + g % ${size.members.length}, '국물이 시원해요.'
       from generate_series(0, ${amount - 1}) g returning id::text`,
    )
    .execute(size.db)
  return rows.map(({ id }) => id)
}
