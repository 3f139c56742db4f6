import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { apiPaths } from '#rules/paths.ts'
import { AppError } from '#server/platform/errors.ts'
import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { type Site, startSite } from '#tests/site.ts'
import { createRateLimits, purgeExpiredRateLimits } from './rate-limits.ts'

let site: Site

afterEach(() => site.close())

const OTHER_NETWORK = '127.0.0.2'

/** Each kind three times for an account, and a few more for its network. */
const LIMITS = {
  LIMIT_POST: '3/1h',
  LIMIT_LIKE: '3/1h',
  LIMIT_CHANGE: '3/1h',
  LIMIT_FOLLOW: '3/1h',
  LIMIT_EXPORT: '3/1h',
  LIMIT_POST_NETWORK: '4/1h',
  LIMIT_LIKE_NETWORK: '4/1h',
  LIMIT_CHANGE_NETWORK: '4/1h',
  LIMIT_FOLLOW_NETWORK: '4/1h',
  LIMIT_EXPORT_NETWORK: '4/1h',
}

const newPost = { title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.' }

const newAccount = () => ({
  email: `${uniqueName()}@naver.com`,
  username: '김하나',
  password: 'abcd123!',
  questionIndex: 0,
  questionAnswer: '파랑',
})

const calls = {
  addPost: (person: TestUser) => outcomeOf(site.api.as(person).addPost(newPost)),
  likePost: (person: TestUser, id: string) =>
    outcomeOf(site.api.as(person).likePost({ id, isLike: true, jwt: person.handle })),
  followUser: (person: TestUser, handle: string) => outcomeOf(site.api.as(person).followUser({ handle, follow: true })),
  editPost: (person: TestUser, id: string) => outcomeOf(site.api.as(person).editPost({ ...newPost, id })),
  deletePost: (person: TestUser, id: string) => outcomeOf(site.api.as(person).deletePost({ id })),
  update: (person: TestUser) => outcomeOf(site.api.as(person).update({ ...person, jwt: person.handle })),
  changePw: (person: TestUser) =>
    outcomeOf(
      site.api.as(person).changePw({ jwt: person.handle, password: person.password, newPassword: person.password }),
    ),
  export: async (person: TestUser) => {
    const reply = await person.client.send('GET', apiPaths.dataExport)
    return reply.status === 200 ? 'ok' : reply.text.includes('"RATE_LIMITED"') ? 'RATE_LIMITED' : String(reply.status)
  },
}

async function accountOf({ handle }: TestUser): Promise<number> {
  const account = site.db.selectFrom('accounts').select('id').where('handle', '=', handle)
  return (await account.executeTakeFirstOrThrow()).id
}

async function times(count: number, call: () => Promise<string>): Promise<string[]> {
  const outcomes = []
  for (let i = 0; i < count; i++) outcomes.push(await call())
  return outcomes
}

test.each(['addPost', 'likePost', 'followUser', 'editPost', 'update', 'export'] as const)(
  'above the limit of an account %s is refused, and above that of its network for everybody there',
  async (name) => {
    site = await startSite({ env: LIMITS })
    const [one, neighbour, stranger] = [
      await buildUser(site.api),
      await buildUser(site.api),
      await buildUser(site.api.fresh(OTHER_NETWORK)),
    ]
    const posts = new Map<TestUser, string>()
    if (name === 'editPost') {
      for (const person of [one, neighbour, stranger]) {
        posts.set(person, (await buildPost(site.api, { author: person })).id)
      }
    }
    const liked = name === 'likePost' ? (await buildPost(site.api, { author: one })).id : ''
    const followed = name === 'followUser' ? (await buildUser(site.api.fresh(OTHER_NETWORK))).handle : ''
    const call = (person: TestUser) => calls[name](person, posts.get(person) ?? (liked || followed))
    expect(await times(4, () => call(one))).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED'])
    expect(await times(3, () => call(one))).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await times(2, () => call(neighbour))).toEqual(['ok', 'RATE_LIMITED'])
    expect(await call(stranger)).toBe('ok')
  },
)

test('edits, deletions, profiles and passwords count together as changes of one account', async () => {
  site = await startSite({ env: { LIMIT_CHANGE: '4/1h' } })
  const one = await buildUser(site.api)
  const { id } = await buildPost(site.api, { author: one })
  const outcomes = [
    await calls.update(one),
    await calls.editPost(one, id),
    await calls.changePw(one),
    await calls.deletePost(one, id),
    await calls.update(one),
    await calls.changePw(one),
  ]
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED'])
})

test('the refusal says when to try again', async () => {
  site = await startSite({ env: { LIMIT_POST: '2/1h' } })
  const one = await buildUser(site.api)
  await times(2, () => calls.addPost(one))
  const error = await site.api
    .as(one)
    .addPost(newPost)
    .catch((caught: unknown) => caught)
  expect(error).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  })
  const retryAfter = Number((error as { headers: Record<string, string> }).headers['retry-after'])
  // With two an hour, the next is allowed after half an hour.
  expect(retryAfter).toBeGreaterThan(25 * 60)
  expect(retryAfter).toBeLessThanOrEqual(30 * 60)
  expect((await site.db.selectFrom('posts').select('id').execute()).length).toBe(2)
})

test('of a hundred simultaneous posts of one account as many pass as its limit', async () => {
  site = await startSite({ env: { LIMIT_POST: '7/1h' } })
  const one = await buildUser(site.api)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => calls.addPost(one)))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(7)
  expect((await site.db.selectFrom('posts').select('id').execute()).length).toBe(7)
})

test('calls refused before any work do not count', async () => {
  site = await startSite({ env: LIMITS })
  const [one, other] = [await buildUser(site.api), await buildUser(site.api)]
  const { id } = await buildPost(site.api, { author: other })
  const refused = await times(10, () => outcomeOf(site.api.as(one).addPost({ ...newPost, title: '' })))
  expect(new Set(refused)).toEqual(new Set(['BAD_USER_INPUT']))
  expect(new Set(await times(10, () => calls.editPost(one, id)))).toEqual(new Set(['FORBIDDEN']))
  expect(new Set(await times(10, () => outcomeOf(site.api.fresh().addPost(newPost))))).toEqual(
    new Set(['UNAUTHENTICATED']),
  )
  expect(await times(3, () => calls.addPost(one))).toEqual(['ok', 'ok', 'ok'])
  expect(await calls.editPost(other, id)).toBe('ok')
})

test('mistakes that cost us work count', async () => {
  site = await startSite({ env: { LIMIT_LIKE: '3/1h', LIMIT_CHANGE: '2/1h' } })
  const one = await buildUser(site.api)
  const missing = await times(5, () => calls.likePost(one, '987654'))
  expect(missing).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'RATE_LIMITED', 'RATE_LIMITED'])
  const wrong = { jwt: one.handle, password: 'wrong123!', newPassword: 'abcd1234!' }
  const [first, second, third] = await times(3, () => outcomeOf(site.api.as(one).changePw(wrong)))
  expect(first).toBe(second)
  expect([first, third]).toEqual([expect.not.stringMatching('RATE_LIMITED'), 'RATE_LIMITED'])
})

test('limits hold over all instances, whose counts are in one database', async () => {
  site = await startSite({ env: LIMITS })
  const one = await buildUser(site.api)
  const { config, db, secrets } = site.services
  const other = createRateLimits({ db, secrets, rates: config.limits.rates })
  const caller = { accountId: await accountOf(one), ip: '127.0.0.1' }
  const post = () => other.count('post', caller, async () => 'ok')
  expect([await calls.addPost(one), await post(), await calls.addPost(one)]).toEqual(['ok', 'ok', 'ok'])
  await expect(post()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await calls.addPost(one)).toBe('RATE_LIMITED')
})

test('calls of many accounts of one network that fail through our fault and pass wait for each other, without deadlock', async () => {
  site = await startSite({ env: { LIMIT_LIKE: '1000/1h', LIMIT_LIKE_NETWORK: '1000/1h' } })
  const { rateLimits } = site.services
  const fails = async () => {
    throw new AppError('UNAVAILABLE')
  }
  const tries = Array.from({ length: 60 }, (_, i) =>
    rateLimits
      .count('like', { accountId: i % 3, ip: '192.0.2.1' }, i % 2 ? fails : async () => 'ok')
      .catch(({ code }: AppError) => code),
  )
  const outcomes = await Promise.all(tries)
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'UNAVAILABLE']))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(30)
})

test('full buckets are removed, and others stay', async () => {
  site = await startSite({ env: { LIMIT_LIKE: '3600/1h', LIMIT_LIKE_NETWORK: '2/1h' } })
  const { rateLimits, db } = site.services
  const like = () => rateLimits.count('like', { accountId: 1, ip: '192.0.2.1' }, async () => 'ok')
  await like()
  await like()
  await sql`update rate_limits set full_at = full_at - interval '2 seconds'`.execute(db)
  await purgeExpiredRateLimits(db)
  expect(await db.selectFrom('rate_limits').select('bucket').execute()).toHaveLength(1)
  await expect(like()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('server failures do not count', async () => {
  site = await startSite({ env: { LIMIT_POST: '2/1h' } })
  const one = await buildUser(site.api)
  await site.db.schema.alterTable('post_stats').renameTo('away').execute()
  expect(await times(5, () => calls.addPost(one))).toEqual(Array(5).fill('INTERNAL'))
  await site.db.schema.alterTable('away').renameTo('post_stats').execute()
  expect(await times(3, () => calls.addPost(one))).toEqual(['ok', 'ok', 'RATE_LIMITED'])
})

test('new accounts of a network are limited, and withdrawal makes room for none', async () => {
  site = await startSite({ env: { LIMIT_SIGNUP: '3/1h' } })
  const join = (address?: string) => outcomeOf(site.api.fresh(address).signup(newAccount()))
  const people = [await buildUser(site.api), await buildUser(site.api)]
  for (const person of people) await site.api.as(person).remove({ jwt: person.handle })
  expect(await times(3, join)).toEqual(['ok', 'RATE_LIMITED', 'RATE_LIMITED'])
  expect(await join(OTHER_NETWORK)).toBe('ok')
  const error = await site.api
    .fresh()
    .signup(newAccount())
    .catch((caught: unknown) => caught)
  const retryAfter = Number((error as { headers: Record<string, string> }).headers['retry-after'])
  expect(retryAfter).toBeGreaterThan(55 * 60)
  expect(retryAfter).toBeLessThanOrEqual(60 * 60)
})

test('of fifty simultaneous sign-ups as many are hashed and made as the limit allows', async () => {
  site = await startSite({ env: { LIMIT_SIGNUP: '5/1h' } })
  const before = site.services.passwords.counts.hashes
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(site.api.fresh().signup(newAccount()))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(5)
  expect(site.services.passwords.counts.hashes - before).toBe(5)
  expect((await site.db.selectFrom('accounts').select('id').execute()).length).toBe(5)
})

test('a sign-up with invalid input does not count', async () => {
  site = await startSite({ env: { LIMIT_SIGNUP: '2/1h' } })
  const one = await buildUser(site.api)
  const refused = [
    await times(5, () => outcomeOf(site.api.fresh().signup({ ...newAccount(), password: 'short' }))),
    await times(5, () => outcomeOf(site.api.fresh().signup({ ...newAccount(), email: one.email }))),
  ]
  expect(refused).toEqual([Array(5).fill('BAD_USER_INPUT'), Array(5).fill('CONFLICT')])
  expect(await outcomeOf(site.api.fresh().signup(newAccount()))).toBe('ok')
})
