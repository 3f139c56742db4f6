import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { serverFailures } from '#rules/errors.ts'
import { type PostInput, postFields } from '#rules/post.ts'
import type { Services } from '../context.ts'
import type { Queryable } from '../db/connect.ts'
import { notifyFeedChanged } from '../db/listen.ts'
import { prepared } from '../db/prepared.ts'
import type { PostsTable } from '../db/tables/posts.ts'
import { AppError } from '../errors.ts'
import type { ImageReference } from '../images/images.ts'
import { searchTextOf } from '../search/search-text.ts'
import { locatePosts } from './areas/locate-posts.ts'
import { freeKeys, nameOfKey, reserveKeys } from './idempotency.ts'
import { venuePlaceOf } from './venues/find-venues.ts'
import { joinVenues } from './venues/join-venue.ts'
import { type Outcome, WriteGroups } from './write-groups.ts'

/** A checked post that is to be added. */
export type NewPost = Readonly<{
  accountId: number
  /** Cookie of the browser that uploaded the picture (`Claimant`). */
  uploader: string | null
  /** `Idempotency-Key` of the request. */
  key: string | null
  input: PostInput
}>

/** Most posts in one transaction, and most waiting ones: some 2 kB each. */
const LARGEST_GROUP = 50
const MOST_WAITING = 1000

type Writers = Pick<Services, 'db' | 'images'>

/**
 * Groups of new posts. A post's result is its id, or the id that an earlier request with the same key got. Posts with the
 * same name of a place go to different groups, because the second may join the venue that the first creates.
 */
export function postGroups({ db, images }: Writers): WriteGroups<NewPost, number> {
  const together = (posts: readonly NewPost[]) => db.transaction().execute((tx) => writePosts(tx, images, posts))
  return new WriteGroups({
    largest: LARGEST_GROUP,
    mostWaiting: MOST_WAITING,
    namesOf: ({ accountId, key, input }) => [
      ...(key === null ? [] : [`key ${nameOfKey(accountId, key)}`]),
      ...[venuePlaceOf(input)?.nameKey].filter((name) => name !== undefined).map((name) => `place ${name}`),
    ],
    together,
    alone: async (post) => {
      const [outcome] = await together([post])
      if (!outcome || 'error' in outcome) throw outcome?.error
      return outcome.result
    },
  })
}

type Numbered = NewPost & Readonly<{ id: number }>
type Claimed = Numbered & Readonly<{ image: ImageReference }>

async function writePosts(
  tx: Queryable,
  images: Services['images'],
  posts: readonly NewPost[],
): Promise<Outcome<number>[]> {
  const ids = await newIds(tx, posts.length)
  const numbered = posts.map((post, index) => ({ ...post, id: ids[index] ?? 0 }))
  const earlier = await reserveKeys(tx, keyedOf(numbered))
  const outcomes: Outcome<number>[] = []
  const claimed: Claimed[] = []
  const refused: Numbered[] = []
  for (const post of numbered) {
    const before = post.key === null ? undefined : earlier.get(nameOfKey(post.accountId, post.key))
    if (before && !before.isSame) {
      outcomes.push({ error: new AppError('CONFLICT', { message: serverFailures.usedKey }) })
      continue
    }
    const image = before === undefined ? await claimImage(tx, images, post) : null
    if (image instanceof AppError) refused.push(post)
    else if (image) claimed.push({ ...post, image })
    outcomes.push(image instanceof AppError ? { error: image } : { result: before?.id ?? post.id })
  }
  await freeKeys(tx, keyedOf(refused))
  await addPosts(tx, claimed)
  return outcomes
}

async function addPosts(tx: Queryable, posts: readonly Claimed[]): Promise<void> {
  const [first] = posts
  if (!first) return
  await insertPosts(tx, posts)
  await joinVenues(
    tx,
    posts.map(({ id, input }) => ({ id, post: input })),
  )
  await locatePosts(
    tx,
    posts.map(({ id, input }) => ({ id, ...input })),
  )
  await notifyFeedChanged(tx, first.id)
}

async function newIds(tx: Queryable, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${prepared}
    select nextval(pg_get_serial_sequence('posts', 'id')) as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}

function keyedOf(posts: readonly Numbered[]) {
  return posts.flatMap(({ accountId, key, id, input }) =>
    key === null ? [] : [{ accountId, key, id, contentsHash: hashOf(input) }],
  )
}

function hashOf(input: PostInput): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/** Claims the post's picture, or returns the refusal, which concerns only this post of the group. */
async function claimImage(tx: Queryable, images: Services['images'], { accountId, uploader, input }: NewPost) {
  try {
    return await images.claim(tx, input.image, { uploader, accountId })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The columns that a new post fills: its written fields by their names, its author and its picture. */
const columns: readonly (keyof PostsTable)[] = [
  'id',
  'account_id',
  'image_id',
  'image_url',
  ...postFields.filter((name) => name !== 'image'),
]
const COLUMNS = sql.raw(columns.join(', '))

/** Inserts the posts, their counters and their search terms in one statement. */
async function insertPosts(tx: Queryable, posts: readonly Claimed[]): Promise<void> {
  const rows = posts.map(({ id, accountId, input: { image: _address, ...fields }, image }) => {
    return { ...fields, id, account_id: accountId, image_id: image.imageId, image_url: image.imageUrl }
  })
  const texts = posts.map(({ id, input }) => ({ id, ...searchTextOf(input) }))
  await sql`${prepared}
    with post as (
      insert into posts (${COLUMNS}) overriding system value
      select ${COLUMNS} from json_populate_recordset(null::posts, ${JSON.stringify(rows)}::json) order by id
      returning id, open_hours
    ), stats as (
      insert into post_stats (post_id, open_hours) select id, open_hours from post
    )
    insert into post_search (post_id, normal, grams)
    select id, normal, array(select json_array_elements_text(grams))
    from json_to_recordset(${JSON.stringify(texts)}::json) as t (id bigint, normal text, grams json)`.execute(tx)
}
