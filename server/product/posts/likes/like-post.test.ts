import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'

const site = await openPostSite()

const like = (person: Person, id: string, isLike = true) =>
  site.api.as(person).likePost({ id, isLike, jwt: person.handle })

async function people(count: number): Promise<Person[]> {
  return Promise.all(Array.from({ length: count }, () => site.person()))
}

async function countsOf(id: string): Promise<{ counter: number; rows: number }> {
  const post_id = Number(id)
  const stats = site.db.selectFrom('post_stats').select('like_count').where('post_id', '=', post_id)
  const rows = site.db.selectFrom('likes').select('account_id').where('post_id', '=', post_id)
  return { counter: (await stats.executeTakeFirstOrThrow()).like_count, rows: (await rows.execute()).length }
}

test('the like is set as requested, and setting it twice changes nothing', async () => {
  const [person] = (await people(1)) as [Person]
  const id = await site.post()
  for (const isLike of [false, true, true, false, false]) {
    const handles = isLike ? [person.handle] : []
    expect(await like(person, id, isLike)).toEqual({ count: handles.length, likeUsers: handles })
    const { like: count, liked, likeUsers } = await site.api.as(person).getPost({ id })
    expect({ count, liked, likeUsers }).toEqual({ count: handles.length, liked: isLike, likeUsers: handles })
  }
})

test('a hundred simultaneous likes of one account count once', async () => {
  const [person] = (await people(1)) as [Person]
  const id = await site.post()
  const results = await Promise.all(Array.from({ length: 100 }, () => like(person, id)))
  expect(new Set(results.map(({ count }) => count))).toEqual(new Set([1]))
  expect(await countsOf(id)).toEqual({ counter: 1, rows: 1 })
})

test('simultaneous likes of fifty accounts count fifty', async () => {
  const id = await site.post()
  await Promise.all((await people(50)).map((person) => like(person, id)))
  expect(await countsOf(id)).toEqual({ counter: 50, rows: 50 })
})

test('simultaneous likes and unlikes leave the counter equal to the rows', async () => {
  const id = await site.post()
  const crowd = await people(5)
  await Promise.all(Array.from({ length: 100 }, (_, index) => like(crowd[index % 5] as Person, id, index % 3 > 0)))
  const { counter, rows } = await countsOf(id)
  expect(counter).toBe(rows)
})

test('a like during the deletion of its post is refused or deleted with it', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  const likes = (await people(10)).map((person) => like(person, id).catch((error: { code: string }) => error.code))
  const outcomes = await Promise.all([...likes, site.api.as(author).deletePost({ id })])
  const refusals = outcomes.filter((outcome) => typeof outcome === 'string')
  expect(refusals.filter((code) => code !== 'NOT_FOUND')).toEqual([])
  expect(await site.db.selectFrom('likes').selectAll().where('post_id', '=', Number(id)).execute()).toEqual([])
})

test('only a signed-in person can like, and only as themselves', async () => {
  const [a, b] = (await people(2)) as [Person, Person]
  const restricted = await site.person({ restricted: true })
  const id = await site.post()
  const wanted = { id, isLike: true, jwt: a.handle }
  expect(await refusal(site.api.likePost(wanted))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.as(b).likePost(wanted))).toEqual({
    message: errorMessages.FORBIDDEN,
    code: 'FORBIDDEN',
  })
  expect(await refusal(like(restricted, id))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await countsOf(id)).toEqual({ counter: 0, rows: 0 })
})

test('a missing post can be neither liked nor unliked', async () => {
  const [person] = (await people(1)) as [Person]
  for (const id of ['999999999', '0', 'abc', '1e3']) {
    for (const isLike of [true, false]) {
      expect(await refusal(like(person, id, isLike))).toEqual({ message: errorMessages.NOT_FOUND, code: 'NOT_FOUND' })
    }
  }
})

test('likeUsers names the viewer first, then the most recent others, at most a hundred; the count stays exact', async () => {
  const id = await site.post()
  const crowd = await people(105)
  for (const [index, person] of crowd.entries()) {
    const account_id = person.accountId
    await site.db
      .insertInto('likes')
      .values({ post_id: Number(id), account_id })
      .execute()
    if (index === 0)
      await site.db.updateTable('post_stats').set({ like_count: 105 }).where('post_id', '=', Number(id)).execute()
  }
  const newestFirst = crowd.map(({ handle }) => handle).reverse()
  const [first] = crowd as [Person]
  const seen = await site.api.as(first).getPost({ id })
  expect(seen).toMatchObject({ like: 105, liked: true })
  expect(seen.likeUsers).toEqual([first.handle, ...newestFirst.slice(0, 99)])
  const stranger = await site.api.as(await site.person()).getPost({ id })
  expect(stranger).toMatchObject({ like: 105, liked: false, likeUsers: newestFirst.slice(0, 100) })
})
