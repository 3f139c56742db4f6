import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Secrets } from '#server/platform/secrets.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import {
  bucketOf,
  clearAttempts,
  purgeExpiredAttempts,
  releaseAttempt,
  requireAttemptsLeft,
  reserveAttempt,
} from './attempts.ts'
import { refuseIfRemembered } from './known-refusals.ts'

let database: TestDatabase
const secrets = new Secrets('a secret of at least thirty-two characters')
let made = 0
const bucket = (count: number) => bucketOf(secrets, { count, seconds: 60 }, 'test', String(made++))

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const count = async (name: string) =>
  (await database.db.selectFrom('attempts').select('count').where('bucket', '=', name).executeTakeFirst())?.count ?? 0

test('of a hundred parallel reservations exactly the limit pass', async () => {
  const narrow = bucket(7)
  const tries = await Promise.allSettled(Array.from({ length: 100 }, () => reserveAttempt(database.db, [narrow])))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(await count(narrow.name)).toBe(7)
})

test('a full bucket refuses the attempt without filling the others', async () => {
  const [narrow, wide] = [bucket(1), bucket(10)]
  await reserveAttempt(database.db, [narrow, wide])
  for (let i = 0; i < 5; i++) {
    await expect(reserveAttempt(database.db, [wide, narrow])).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  }
  expect(await count(wide.name)).toBe(1)
})

test('callers who use the same buckets in different orders do not deadlock', async () => {
  const [one, two, three] = [bucket(1000), bucket(1000), bucket(1000)]
  const orders = [
    [one, two, three],
    [three, two, one],
    [two, three, one],
  ]
  await Promise.all(Array.from({ length: 60 }, (_, i) => reserveAttempt(database.db, orders[i % 3] ?? [])))
  expect(await count(two.name)).toBe(60)
})

test('after the window counting starts again', async () => {
  const narrow = bucket(1)
  await reserveAttempt(database.db, [narrow])
  await expect(requireAttemptsLeft(database.db, [narrow])).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: 60,
  })
  await sql`update attempts set ends_at = ends_at - interval '61 seconds'`.execute(database.db)
  await expect(requireAttemptsLeft(database.db, [narrow])).resolves.toBeUndefined()
  await reserveAttempt(database.db, [narrow])
  expect(await count(narrow.name)).toBe(1)
})

test('a reservation can be taken back, and a bucket emptied', async () => {
  const some = bucket(3)
  await reserveAttempt(database.db, [some])
  await reserveAttempt(database.db, [some])
  await releaseAttempt(database.db, [some])
  expect(await count(some.name)).toBe(1)
  await clearAttempts(database.db, [some])
  await releaseAttempt(database.db, [some])
  expect(await count(some.name)).toBe(0)
})

test('without a bucket there is no limit', async () => {
  await expect(requireAttemptsLeft(database.db, [])).resolves.toBeUndefined()
  await expect(reserveAttempt(database.db, [])).resolves.toBeUndefined()
  await expect(releaseAttempt(database.db, [])).resolves.toBeUndefined()
})

test('expired windows are purged', async () => {
  const [old, young] = [bucket(3), bucket(3)]
  await reserveAttempt(database.db, [old])
  await sql`update attempts set ends_at = now() - interval '1 second'`.execute(database.db)
  await reserveAttempt(database.db, [young])
  await purgeExpiredAttempts(database.db)
  expect(await database.db.selectFrom('attempts').select('bucket').execute()).toEqual([{ bucket: young.name }])
})

test('the name of a bucket reveals neither e-mail address nor network', () => {
  const { name } = bucketOf(secrets, { count: 1, seconds: 1 }, 'login', 'hana@naver.com', '203.0.113.7')
  expect(name).toMatch(/^[\w-]{43}$/)
  expect(name).not.toBe(
    bucketOf(
      new Secrets('another secret of thirty-two characters'),
      { count: 1, seconds: 1 },
      'login',
      'hana@naver.com',
      '203.0.113.7',
    ).name,
  )
})

test('what the database has refused is refused for a second without it, and then asked again', async () => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const [narrow, other] = [bucket(1), bucket(1)]
  const refused = expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 60 })
  refuseIfRemembered(database.db, [narrow])
  await reserveAttempt(database.db, [narrow])
  refuseIfRemembered(database.db, [narrow])
  await expect(requireAttemptsLeft(database.db, [narrow, other])).rejects.toEqual(refused)
  expect(() => refuseIfRemembered(database.db, [other, narrow])).toThrow(refused)
  refuseIfRemembered(database.db, [other])
  now = 2001
  refuseIfRemembered(database.db, [narrow])
})
