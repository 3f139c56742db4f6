import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MutationUpdateArgs } from '#contract/schema.gen.ts'
import type { ApiError } from '#tests/api.ts'
import { buildPost, buildUser, type TestUser, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { recoveryInput } from '#tests/recover.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite({ env: { NOTICE_SECONDS: '0' } })
})
beforeEach(() => forgetAttempts(site.db))
afterAll(() => site.close())

function update(user: TestUser, changes: Partial<MutationUpdateArgs>) {
  const { email, username, questionIndex, questionAnswer, image } = user
  return site.api
    .as(user)
    .update({ jwt: user.handle, email, username, questionIndex, questionAnswer, image, ...changes })
}

async function mailsTo(address: string): Promise<string[]> {
  return (await site.mails()).filter(({ to }) => to === address).map(({ subject }) => subject.replace('[맛나눔] ', ''))
}

async function letTimePass(by: string): Promise<void> {
  for (const table of ['former_emails', 'former_answers']) {
    await sql`update ${sql.table(table)} set ends_at = ends_at - ${by}::interval`.execute(site.db)
  }
}

/** Recipient of the mail of a recovery with that address. */
async function recoveryMailGoesTo(user: TestUser, email: string): Promise<string | undefined> {
  await forgetAttempts(site.db)
  const before = (await site.mails()).length
  const browser = site.api.fresh()
  await browser.forgotPw({ email, questionIndex: user.questionIndex, questionAnswer: user.questionAnswer })
  await browser.sendRecoveryMail()
  return (await site.mails())[before]?.to
}

const address = () => `${uniqueName()}@daum.net`

test('every field changes, and posts show the new name', async () => {
  const user = await buildUser(site.api)
  const post = await buildPost(site.api, { author: user })
  const email = address()
  const changed = await update(user, { email, username: '김둘', questionIndex: 3, questionAnswer: '통영' })
  expect(changed).toMatchObject({ email, username: '김둘', questionIndex: 3, questionAnswer: '통영', jwt: user.handle })
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toEqual(changed)
  await expect(site.api.as(user).getPost({ id: post.id })).resolves.toMatchObject({ username: '김둘' })
  await expect(site.api.fresh().login({ email, password: user.password })).resolves.toMatchObject({ username: '김둘' })
})

test.each([
  [{ email: '' }, '이메일을 입력해주세요.'],
  [{ email: 'x' }, '이메일을 형식으로 입력해주세요'],
  [{ username: '\u200B' }, '닉네임을 입력해주세요.'],
  [{ questionAnswer: '' }, '질문의 답을 적어주세요.'],
])('%o is refused with its message', async (changes, message) => {
  const user = await buildUser(site.api)
  const field = Object.keys(changes)[0]
  await expect(update(user, changes)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field, message }] })
})

test("another person's e-mail address is refused, and nothing changes", async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  await expect(update(user, { email: other.email.toUpperCase(), username: '김둘' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toMatchObject({
    email: user.email,
    username: '김하나',
  })
  expect(await mailsTo(user.email)).toEqual([])
})

test('a changed e-mail address is announced to the old one, which gets recovery mail for 72 hours', async () => {
  const user = await buildUser(site.api)
  const email = address()
  await update(user, { email })
  expect(await mailsTo(user.email)).toEqual(['이메일 주소가 변경되었어요'])
  expect(await mailsTo(email)).toEqual([])
  expect(await recoveryMailGoesTo(user, email)).toBe(user.email)
  await letTimePass('71 hours 59 minutes')
  expect(await recoveryMailGoesTo(user, email)).toBe(user.email)
  await letTimePass('2 minutes')
  expect(await recoveryMailGoesTo(user, email)).toBe(email)
})

test('changing the address twice does not remove the oldest one', async () => {
  const user = await buildUser(site.api)
  const [second, third] = [address(), address()]
  await update(user, { email: second })
  await update(user, { email: third })
  expect(await recoveryMailGoesTo(user, third)).toBe(user.email)
  expect(await mailsTo(user.email)).toEqual(['이메일 주소가 변경되었어요', '임시 비밀번호 안내'])
})

test('the owner of an account whose address was changed finds it by the old one', async () => {
  const user = await buildUser(site.api)
  await update(user, { email: address() })
  expect(await recoveryMailGoesTo(user, user.email)).toBe(user.email)
})

test('a replaced address is reserved for 72 hours, and its owner can take it back', async () => {
  const user = await buildUser(site.api)
  const other = await buildUser(site.api)
  await update(user, { email: address() })
  const taken = { code: 'CONFLICT' }
  await expect(buildUser(site.api, { email: user.email.toUpperCase() })).rejects.toMatchObject(taken)
  await expect(update(other, { email: user.email })).rejects.toMatchObject(taken)
  expect((await update(user, { email: user.email })).email).toBe(user.email)
  await update(user, { email: address() })
  await letTimePass('72 hours')
  expect((await update(other, { email: user.email })).email).toBe(user.email)
})

test('an address that was only used in between is free for everybody', async () => {
  const user = await buildUser(site.api)
  const [passed, last] = [address(), address()]
  await update(user, { email: passed })
  await update(user, { email: last })
  expect(await outcomeOf(buildUser(site.api, { email: passed }))).toBe('ok')
  for (const email of [user.email, last]) {
    expect(await outcomeOf(buildUser(site.api, { email }))).toBe('CONFLICT')
  }
})

test('nobody hides an account by using an address that it gave up', async () => {
  const thief = await buildUser(site.api)
  const user = await buildUser(site.api)
  const second = address()
  await update(user, { email: second })
  await update(user, { email: address() })
  await update(thief, { email: second })
  await update(thief, { email: address() })
  expect(await recoveryMailGoesTo(user, second)).toBe(user.email)
})

test('the fourth change of the address in a day is refused with a message and changes nothing', async () => {
  const user = await buildUser(site.api)
  const emails = [address(), address(), address()]
  for (const email of emails) await update(user, { email })
  const error = await update(user, { email: address(), username: '김둘' }).catch((caught: unknown) => caught)
  const message =
    '오늘은 이메일을 더 바꿀 수 없어요. 24시간 뒤에 다시 바꿔 주세요. 이메일을 그대로 두면 나머지는 지금 저장할 수 있어요.'
  expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', message, fields: [{ field: 'email', message }] })
  expect(Number((error as ApiError).headers['retry-after'])).toBeGreaterThan(86_000)
  const kept = { email: emails.at(-1), username: user.username }
  await expect(site.api.as(user).user({ jwt: user.handle })).resolves.toMatchObject(kept)
  await expect(update(user, { ...kept, username: '김둘' })).resolves.toMatchObject({ ...kept, username: '김둘' })
  await sql`update attempts set ends_at = ends_at - interval '1 day'`.execute(site.db)
  expect(await outcomeOf(update(user, { email: address() }))).toBe('ok')
})

test('of ten simultaneous address changes three succeed, and a refused address is not counted', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  for (let i = 0; i < 5; i++) expect(await outcomeOf(update(user, { email: other.email }))).toBe('CONFLICT')
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(update(user, { email: address() }))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(7)
})

test('the owner of an account whose address and answer were changed finds it by the old ones', async () => {
  const user = await buildUser(site.api)
  await update(user, { email: address(), questionIndex: 3, questionAnswer: '도둑의 답' })
  await update(user, { email: address(), questionIndex: 4, questionAnswer: '도둑의 다른 답' })
  expect(await recoveryMailGoesTo(user, user.email)).toBe(user.email)
  await letTimePass('72 hours')
  await expect(recoveryMailGoesTo(user, user.email)).rejects.toMatchObject({ code: 'RECOVERY_FAILED' })
})

test('a changed answer works for recovery at once, and the previous one for 72 hours', async () => {
  const user = await buildUser(site.api)
  await update(user, { questionAnswer: '빨강' })
  expect(await recoveryMailGoesTo(user, user.email)).toBe(user.email)
  await site.api.fresh().forgotPw({ ...recoveryInput(user), questionAnswer: '빨강' })
  await letTimePass('72 hours')
  await expect(recoveryMailGoesTo(user, user.email)).rejects.toMatchObject({ code: 'RECOVERY_FAILED' })
})

test.each([{ questionAnswer: '빨강' }, { questionIndex: 4 }])(
  'the change %o of the recovery answer is announced by mail',
  async (changes) => {
    const user = await buildUser(site.api)
    await update(user, changes)
    expect(await mailsTo(user.email)).toEqual(['비밀번호 찾기 질문과 답변이 변경되었어요'])
  },
)

test('no mail is sent when only the name or the case of the address changes', async () => {
  const user = await buildUser(site.api)
  await update(user, { username: '김둘', email: user.email.toUpperCase() })
  expect(await mailsTo(user.email)).toEqual([])
  expect(await mailsTo(user.email.toUpperCase())).toEqual([])
})

test('a new picture replaces the old one, which then answers 404', async () => {
  const user = await buildUser(site.api)
  const first = (await uploadPicture(user.client, await smallPhoto())).answer.url
  const second = (await uploadPicture(user.client, await smallPhoto())).answer.url
  expect((await update(user, { image: first })).image).toBe(first)
  expect((await update(user, { image: first, username: '김둘' })).image).toBe(first)
  expect((await update(user, { image: second })).image).toBe(second)
  await site.mails()
  expect((await site.api.fresh().send('GET', new URL(first).pathname)).status).toBe(404)
  expect((await site.api.fresh().send('GET', new URL(second).pathname)).status).toBe(200)
  expect((await update(user, { image: null })).image).toBeNull()
})

test('after too many taken addresses everything but the address can still be changed', async () => {
  const [user, other] = [await buildUser(site.api), await buildUser(site.api)]
  for (let i = 0; i < 30; i++) await outcomeOf(update(other, { email: user.email }))
  expect(await outcomeOf(update(other, { email: `${uniqueName()}@naver.com` }))).toBe('RATE_LIMITED')
  expect(await update(other, { username: '새이름', email: other.email.toUpperCase() })).toMatchObject({
    username: '새이름',
  })
})
