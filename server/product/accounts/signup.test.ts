import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser, signupFields } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})
beforeEach(() => forgetAttempts(site.db))
afterAll(() => site.close())

test('sign-up opens a session and returns the profile', async () => {
  const browser = site.api.fresh()
  const given = signupFields()
  const user = await browser.signup(given)
  expect(user).toEqual({
    image: null,
    email: given.email,
    username: '김하나',
    about: '',
    jwt: expect.stringMatching(/^[\w-]{22}$/),
    questionIndex: 0,
    questionAnswer: '파랑',
    restricted: false,
    role: 'member',
    matchesTastes: true,
  })
  expect(browser.setCookies.find((line) => line.startsWith('sid='))).not.toMatch(/Max-Age/)
  await expect(browser.user({ jwt: user.jwt })).resolves.toEqual(user)
})

test.each([
  ['email', '', '이메일을 입력해주세요.'],
  ['email', 'a..b@naver.com', '이메일을 형식으로 입력해주세요'],
  ['email', 'a@naver.toolong', '이메일을 형식으로 입력해주세요'],
  ['password', '', '비밀번호를 입력해주세요.'],
  ['password', 'abcd1234', '비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.'],
  ['password', 'abc123!', '비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.'],
  ['password', 'abcdefgh1234567!', '비밀번호는 특수문자와 숫자를 포함하여 8-15자로 작성하세요.'],
  ['username', '  ', '닉네임을 입력해주세요.'],
  ['username', '\u202E\u200B\u2066', '닉네임을 입력해주세요.'],
  ['username', '가'.repeat(21), '닉네임을 20자 이내로 작성해 주세요.'],
  ['questionAnswer', ' ', '질문에 답을 해야 합니다.'],
  ['questionAnswer', '가'.repeat(101), '답변을 100자 이내로 작성해 주세요.'],
  ['questionIndex', 6, '입력값이 올바르지 않습니다.'],
  ['questionIndex', -1, '입력값이 올바르지 않습니다.'],
  ['username', '\0', '닉네임을 입력해주세요.'],
  ['email', '\uD800', '이메일을 입력해주세요.'],
])('%s %o is refused with its message', async (field, value, message) => {
  const browser = site.api.fresh()
  await expect(browser.signup({ ...signupFields(), [field]: value })).rejects.toMatchObject({
    status: 200,
    code: 'BAD_USER_INPUT',
    message,
    fields: [{ field, message }],
  })
  expect([...browser.cookies]).toEqual([])
})

test('every wrong field is reported at once', async () => {
  const args = { email: '', username: '', password: '', questionIndex: 0, questionAnswer: '' }
  const error = await site.api
    .fresh()
    .signup(args)
    .catch((caught: unknown) => caught)
  const named = (error as { fields: { field: string }[] }).fields.map(({ field }) => field)
  expect(named).toEqual(['username', 'email', 'password', 'questionAnswer'])
})

test('a taken e-mail address is reported, in any case', async () => {
  const user = await buildUser(site.api)
  await expect(site.api.fresh().signup({ ...signupFields(), email: user.email.toUpperCase() })).rejects.toMatchObject({
    status: 200,
    code: 'CONFLICT',
    message: '이미 사용 중인 이메일입니다.',
  })
})

test('of many simultaneous sign-ups with one address exactly one succeeds', async () => {
  const wanted = signupFields()
  const tries = Array.from({ length: 12 }, () =>
    site.api
      .fresh()
      .signup(wanted)
      .then(
        () => 'ok',
        (error: { code: string }) => error.code,
      ),
  )
  expect((await Promise.all(tries)).toSorted()).toEqual([...Array<string>(11).fill('CONFLICT'), 'ok'])
})

test('invisible characters are removed from the nickname', async () => {
  const user = await site.api.fresh().signup({ ...signupFields(), username: '김\u200B하\u202E나\u2069' })
  expect(user.username).toBe('김하나')
})

test('a picture uploaded before the account existed becomes the profile picture', async () => {
  const browser = site.api.fresh()
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const user = await browser.signup({ ...signupFields(), image: answer.url })
  expect(user.image).toBe(answer.url)
  expect((await site.api.fresh().send('GET', new URL(answer.url).pathname)).status).toBe(200)
})

test.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', '//evil.example/x.jpg', 'https://evil.example/x.jpg'])(
  'the picture address %s is refused, and no account is made',
  async (image) => {
    const given = { ...signupFields(), image }
    const message = '사용할 수 없는 이미지입니다.'
    await expect(site.api.fresh().signup(given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
    const row = await site.db.selectFrom('accounts').select('id').where('email', '=', given.email).executeTakeFirst()
    expect(row).toBeUndefined()
  },
)

test("another person's pending picture is refused", async () => {
  const { answer } = await uploadPicture(site.api.fresh(), await smallPhoto())
  await expect(site.api.fresh().signup({ ...signupFields(), image: answer.url })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('passwords are stored as Argon2id with 19 MiB, two passes and one lane', async () => {
  const site = await startSite({ passwords: 'as in production' })
  const user = await buildUser(site.api)
  const row = await site.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('handle', '=', user.handle)
    .executeTakeFirst()
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await site.close()
})
