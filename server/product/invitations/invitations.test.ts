import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invitationMessages } from '#rules/invitations.ts'
import { loginProviders } from '#rules/provider-login.ts'
import { dumpDatabase } from '#tests/dump.ts'
import { signupFields } from '#tests/factories.ts'
import { providerSettings, startLoginProvider } from '#tests/login-provider.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { ownPostSite, type Person, type PostSite, refusal } from '#tests/post-site.ts'
import { logInByProvider, newId } from '#tests/provider-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const provider = await startLoginProvider()
afterAll(() => provider.close())

let site: PostSite
let admin: Person

beforeEach(async () => {
  site = await ownPostSite({ env: { ...unlimited, ...providerSettings(provider) } })
  provider.redirectUris = loginProviders.map((name) => `${site.config.publicOrigin}/login/${name}`)
  admin = await site.person({ username: '관리하나' })
  await sql`update accounts set role = 'admin' where id = ${admin.accountId}`.execute(site.db)
  await as(admin).setSignupMode({ mode: 'closed' })
})

const as = (person: Person) => site.api.as(person)

async function invite(uses: number, note = '이웃 모임'): Promise<string> {
  const { link } = await as(admin).addInvitation({ uses, days: 7, note })
  const { hash, pathname } = new URL(link)
  expect(pathname).toBe('/account/sign_up')
  return new URLSearchParams(hash.slice(1)).get('invite') ?? ''
}

const signup = (token: string | null, fields = signupFields()) => site.api.fresh().signup({ ...fields, invite: token })

test('while sign-up is closed the invited come in without approval, and only admins see by which link', async () => {
  const token = await invite(2)
  expect((await refusal(signup(null))).message).toBe('지금은 새로 가입할 수 없어요.')
  const { username } = await signup(token)
  const [entry] = await as(admin).getInvitations()
  expect(entry).toMatchObject({
    note: '이웃 모임',
    uses: 2,
    used: 1,
    open: true,
    by: '관리하나',
    members: [{ username }],
  })
  const moderator = await site.person()
  await sql`update accounts set role = 'moderator' where id = ${moderator.accountId}`.execute(site.db)
  const calls = [
    as(moderator).getInvitations(),
    as(moderator).addInvitation({ uses: 1, days: 1 }),
    as(moderator).revokeInvitation({ id: entry?.id ?? '' }),
  ]
  for (const { code } of await Promise.all(calls.map(refusal))) expect(code).toBe('FORBIDDEN')
  expect(await dumpDatabase(site.db)).not.toContain(token)
  await as(admin).setSignupMode({ mode: 'approval' })
  await signup(token)
  const { rows } = await sql<{
    pending: number
  }>`select count(*)::int as pending from accounts where is_pending`.execute(site.db)
  expect(rows).toEqual([{ pending: 0 }])
})

test.each(loginProviders)('while sign-up is closed the invited come in by %s, and nobody else', async (name) => {
  const token = await invite(1)
  const comeBy = async (invite?: string) => {
    provider.person = { id: newId() }
    const browser = site.api.fresh()
    const arrived = await logInByProvider(browser, name, invite === undefined ? {} : { invite })
    expect(arrived).toContain(`/account/sign_up#provider=${name}&result=new`)
    return { browser, invite: new URLSearchParams(arrived.split('#')[1]).get('invite') }
  }
  const signupBy = ({ browser, invite }: Awaited<ReturnType<typeof comeBy>>) =>
    browser.signup({ ...signupFields(), provider: name, invite })
  expect((await refusal(signupBy(await comeBy()))).message).toBe('지금은 새로 가입할 수 없어요.')
  expect((await refusal(signupBy(await comeBy('A'.repeat(22))))).message).toBe(invitationMessages.over)
  const invited = await comeBy(token)
  await signupBy(invited)
  expect(await invited.browser.getLinkedLogins()).toMatchObject([{ provider: name }])
  expect((await as(admin).getInvitations())[0]).toMatchObject({ used: 1, open: false })
  expect((await refusal(signupBy(await comeBy(token)))).message).toBe(invitationMessages.over)
})

test('of twenty at once with a link for three, three come in', async () => {
  const token = await invite(3)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(signup(token))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
  const { rows } = await sql`select (select used from invitations) as used,
    (select count(*)::int from invited_accounts) as invited`.execute(site.db)
  expect(rows).toEqual([{ used: 3, invited: 3 }])
  expect((await refusal(signup(token))).message).toBe(invitationMessages.over)
})

test('a refused sign-up uses nothing, nor does one after the end, a revocation or with a made-up token', async () => {
  const token = await invite(1)
  const taken = signupFields()
  await as(admin).setSignupMode({ mode: 'open' })
  await signup(null, taken)
  await as(admin).setSignupMode({ mode: 'closed' })
  expect((await refusal(signup(token, taken))).code).toBe('CONFLICT')
  expect((await refusal(signup(token, { ...signupFields(), username: '' }))).code).toBe('BAD_USER_INPUT')
  expect((await as(admin).getInvitations())[0]).toMatchObject({ used: 0, open: true })
  await sql`update invitations set ends_at = now()`.execute(site.db)
  expect((await refusal(signup(token))).message).toBe(invitationMessages.over)
  const other = await invite(1)
  const [{ id = '' } = {}] = await as(admin).getInvitations()
  await expect(as(admin).revokeInvitation({ id })).resolves.toMatchObject({ count: 1 })
  await expect(as(admin).revokeInvitation({ id })).resolves.toMatchObject({ count: 0 })
  for (const spent of [other, 'x'.repeat(50_000), '없는 초대'])
    expect((await refusal(signup(spent))).message).toBe(invitationMessages.over)
  await as(admin).setSignupMode({ mode: 'open' })
  await signup(other)
  expect((await as(admin).getModerationRecord({})).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['add invitation', 'revoke invitation']),
  )
})

test('there are a hundred open links at most, and numbers within their limits', async () => {
  await sql`insert into invitations (token_hash, uses, ends_at)
    select int4send(n), 1, now() + interval '1 day' from generate_series(1, 99) n`.execute(site.db)
  const both = await Promise.all([1, 2].map(() => outcomeOf(as(admin).addInvitation({ uses: 1, days: 1 }))))
  expect(both.toSorted()).toEqual(['BAD_USER_INPUT', 'ok'])
  for (const wrong of [
    { uses: 0, days: 1 },
    { uses: 501, days: 1 },
    { uses: 1, days: 0 },
    { uses: 1, days: 366 },
    { uses: 1, days: 1, note: '가'.repeat(61) },
  ])
    expect((await refusal(as(admin).addInvitation(wrong))).code).toBe('BAD_USER_INPUT')
})
