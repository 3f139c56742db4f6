import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dumpDatabase, dumpFolder } from '#tests/dump.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite()

const failure = (error: { code?: string }) => error.code

test('withdrawal leaves nothing of the account in the database or among the files', async () => {
  const canary = { email: 'canary-mail@naver.com', username: '카나리아', questionAnswer: '카나리아의 답' }
  const user = await buildUser(site.api, canary)
  const api = site.api.as(user)
  const other = await buildUser(site.api)
  const photos = []
  for (const _ of ['profile', 'post', 'comment', 'pending'])
    photos.push((await uploadPicture(user.client, await smallPhoto())).answer)
  const [profile, picture, ofComment, pending] = photos.map(({ url }) => url)
  await api.update({
    ...user,
    jwt: user.handle,
    email: 'canary-new@naver.com',
    image: profile ?? null,
    about: '카나리아의 소개',
  })
  for (const [from, to] of [
    [user, other],
    [other, user],
  ] as const) {
    await site.api.as(from).followUser({ handle: to.handle, follow: true })
  }
  const [hater, hated] = [await buildUser(site.api), await buildUser(site.api)]
  await site.api.as(hater).blockUser({ handle: user.handle, block: true })
  await api.blockUser({ handle: hated.handle, block: true })
  const post = await buildPost(site.api, {
    author: user,
    title: '카나리아 식당',
    contents: '카나리아의 글',
    image: picture ?? null,
  })
  const kept = await buildPost(site.api, { author: other })
  await api.likePost({ id: kept.id, isLike: true, jwt: user.handle })
  await api.addComment({ post: kept.id, text: '카나리아의 댓글', image: ofComment ?? null })
  await api.likePost({ id: post.id, isLike: true, jwt: user.handle })
  await site.api.as(other).likePost({ id: post.id, isLike: true, jwt: other.handle })
  await site.api.as(other).likePost({ id: kept.id, isLike: true, jwt: other.handle })
  const elsewhere = site.api.fresh()
  await elsewhere.login({ email: 'canary-new@naver.com', password: user.password, autoLogin: true })
  const recovering = site.api.fresh()
  await recovering.forgotPw({ email: 'canary-new@naver.com', questionIndex: 0, questionAnswer: '카나리아의 답' })
  await recovering.sendRecoveryMail()
  const secrets = await secretsOf(user.handle)
  const keys = photos.map(({ public_id }) => public_id)
  const traces = [user.handle, 'canary', '카나리아', ...keys, ...secrets]
  const before = await dumpDatabase(site.db)
  for (const trace of [user.handle, 'canary', '카나리아', ...keys, ...secrets]) expect(before).toContain(trace)

  await expect(api.remove({ jwt: user.handle })).resolves.toMatchObject({ count: 1 })
  expect([...user.client.cookies.keys()]).toEqual(['uid'])
  const mails = await site.mails()

  const after = `${await dumpDatabase(site.db)}\n${await dumpFolder(path.join(site.config.dataDir, 'images'))}`
  for (const trace of traces) expect(after.includes(trace), trace).toBe(false)
  expect((await sql`select from follows union all select from blocks`.execute(site.db)).rows).toEqual([])
  expect(mails).toEqual([])
  expect(await elsewhere.user({ jwt: user.handle }).catch(failure)).toBe('UNAUTHENTICATED')
  expect(await site.api.fresh().login({ email: 'canary-new@naver.com', password: user.password }).catch(failure)).toBe(
    'BAD_CREDENTIALS',
  )
  expect(await site.api.as(other).getPost({ id: post.id }).catch(failure)).toBe('NOT_FOUND')
  await expect(site.api.as(other).getPost({ id: kept.id })).resolves.toMatchObject({
    like: 1,
    comments: 0,
    likeUsers: [other.handle],
  })
  for (const url of [profile, picture, ofComment, pending]) {
    expect((await site.api.fresh().send('GET', new URL(url ?? '').pathname)).status).toBe(404)
  }
})

test('the summary shows beforehand how much is deleted, without cancelled uploads', async () => {
  const user = await buildUser(site.api)
  const other = await buildUser(site.api)
  const { answer } = await uploadPicture(user.client, await smallPhoto())
  for (const _ of ['cancelled', 'replaced']) await uploadPicture(user.client, await smallPhoto())
  await buildPost(site.api, { author: user, image: answer.url })
  await buildPost(site.api, { author: user })
  const { id } = await buildPost(site.api, { author: other })
  await site.api.as(user).likePost({ id, isLike: true, jwt: user.handle })
  for (const list of ['want', 'been'] as const) await site.api.as(user).savePost({ post: id, list, saved: true })
  await site.api.as(user).addCollection({ name: '데이트' })
  await expect(site.api.as(user).getWithdrawalSummary()).resolves.toEqual({
    posts: 2,
    comments: 0,
    likes: 1,
    images: 1,
    saves: 1,
    collections: 1,
  })
})

test('the address of a withdrawn account can sign up again', async () => {
  const user = await buildUser(site.api)
  await site.api.as(user).remove({ jwt: user.handle })
  const again = await buildUser(site.api, { email: user.email })
  expect(again.handle).not.toBe(user.handle)
})

test('counters stay right while two people who liked each other leave and others like', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await buildUser(site.api), await buildUser(site.api)]
    const bystanders = await Promise.all([1, 2, 3, 4].map(() => buildUser(site.api)))
    const keeper = await buildUser(site.api)
    const posts: { id: string }[] = []
    for (const author of [first, second, keeper, first, second, keeper])
      posts.push(await buildPost(site.api, { author }))
    for (const { id } of posts) {
      for (const liker of [first, second]) await site.api.as(liker).likePost({ id, isLike: true, jwt: liker.handle })
    }
    const likes = bystanders.flatMap((liker) =>
      posts.map(({ id }) =>
        site.api
          .as(liker)
          .likePost({ id, isLike: true, jwt: liker.handle })
          .then(() => 'ok', failure),
      ),
    )
    const withdrawals = [first, second].map((user) => site.api.as(user).remove({ jwt: user.handle }))
    await expect(Promise.all(withdrawals)).resolves.toHaveLength(2)
    expect((await Promise.all(likes)).filter((code) => code !== 'ok' && code !== 'NOT_FOUND')).toEqual([])
    const { rows } = await sql`select post_id from post_stats
      where like_count <> (select count(*) from likes where likes.post_id = post_stats.post_id)`.execute(site.db)
    expect(rows).toEqual([])
  }
})

async function secretsOf(handle: string): Promise<string[]> {
  const { rows } = await sql<{ hash: string; sealed: string }>`
    select password_hash as hash, encode(answer_sealed, 'hex') as sealed from accounts where handle = ${handle}`.execute(
    site.db,
  )
  return rows.flatMap(({ hash, sealed }) => [hash, sealed])
}
