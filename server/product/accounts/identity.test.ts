import { expect, test } from 'vitest'
import { buildPost, buildUser } from '#tests/factories.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite()

const refused = (code: string) => ({ name: 'ApiError', status: 200, code })

test('a handle without a session proves nothing', async () => {
  const user = await buildUser(site.api)
  const post = await buildPost(site.api, { author: user })
  const before = await rowOf(user.handle)
  const stranger = site.api.fresh()
  const jwt = user.handle
  for (const call of [
    () => stranger.user({ jwt }),
    () => stranger.update({ ...user, jwt, username: '도둑' }),
    () => stranger.changePw({ jwt, password: user.password, newPassword: 'stolen12!' }),
    () => stranger.remove({ jwt }),
    () => stranger.likePost({ id: post.id, isLike: true, jwt }),
    () => stranger.addPost({ title: '남의 글', contents: '글', user_id: jwt }),
    () => stranger.getSessions(),
    () => stranger.getWithdrawalSummary(),
    () => stranger.endSession({ id: '1' }),
    () => stranger.logout(),
  ]) {
    await expect(call()).rejects.toMatchObject(refused('UNAUTHENTICATED'))
  }
  expect(await rowOf(jwt)).toEqual(before)
})

test.each(['sid', '__Host-sid'])('a handle sent as the cookie %s or as a bearer token proves nothing', async (name) => {
  const user = await buildUser(site.api)
  const stranger = site.api.fresh()
  stranger.cookies.set(name, user.handle)
  await expect(stranger.user({ jwt: user.handle })).rejects.toMatchObject(refused('UNAUTHENTICATED'))
  const bearer = { authorization: `Bearer ${user.handle}` }
  await expect(site.api.fresh().user({ jwt: user.handle }, bearer)).rejects.toMatchObject(refused('UNAUTHENTICATED'))
})

test("nobody can read another person's profile", async () => {
  const owner = await buildUser(site.api, { questionAnswer: '아무도 모르는 답' })
  const other = await buildUser(site.api)
  const error = await site.api
    .as(other)
    .user({ jwt: owner.handle })
    .catch((caught: unknown) => caught)
  expect(error).toMatchObject(refused('FORBIDDEN'))
  const { body } = error as { body: string }
  expect(body).not.toContain(owner.email)
  expect(body).not.toContain(owner.questionAnswer)
})

test('nobody can write as another person, whatever session they have', async () => {
  const owner = await buildUser(site.api)
  const other = site.api.as(await buildUser(site.api))
  const before = await rowOf(owner.handle)
  const jwt = owner.handle
  for (const call of [
    () => other.update({ ...owner, jwt, username: '도둑' }),
    () => other.changePw({ jwt, password: 'abcd123!', newPassword: 'stolen12!' }),
    () => other.remove({ jwt }),
    () => other.addPost({ title: '남의 글', contents: '글', user_id: jwt }),
  ]) {
    await expect(call()).rejects.toMatchObject(refused('FORBIDDEN'))
  }
  expect(await rowOf(jwt)).toEqual(before)
})

test('the author of a post is the signed-in account, not the one named by the client', async () => {
  const user = await buildUser(site.api, { username: '김하나' })
  const post = await buildPost(site.api, {
    author: user,
    username: '관리자',
    user_profile: 'https://evil.example/x.jpg',
  })
  await expect(site.api.getPost({ id: post.id })).resolves.toMatchObject({
    username: '김하나',
    user_profile: null,
    user_id: user.handle,
  })
})

test('the owner reads the whole profile', async () => {
  const user = await buildUser(site.api, { questionIndex: 3, questionAnswer: '통영' })
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toEqual({
    image: null,
    email: user.email,
    username: '김하나',
    about: '',
    jwt: user.handle,
    questionIndex: 3,
    questionAnswer: '통영',
    restricted: false,
    role: 'member',
    matchesTastes: true,
  })
})

function rowOf(handle: string) {
  return site.db.selectFrom('accounts').selectAll().where('handle', '=', handle).executeTakeFirstOrThrow()
}
