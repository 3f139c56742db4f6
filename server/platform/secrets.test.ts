import { expect, test } from 'vitest'
import { cookieNames } from '#server/platform/http/cookies.ts'
import { buildUser } from '#tests/factories.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openPostSite, refusal } from '#tests/post-site.ts'

const site = await openPostSite()

const badCursor = { code: 'BAD_USER_INPUT', fields: [{ field: 'cursor', message: '입력값이 올바르지 않습니다.' }] }

test('the token of a known device is not a cursor', async () => {
  const { client } = await buildUser(site.api)
  const cursor = String(client.cookies.get(cookieNames(site.config).device))
  expect(await refusal(site.api.getPosts({ cursor }))).toMatchObject(badCursor)
  expect(await refusal(site.api.getPosts({ cursor, filter: 'near', lat: 37, lng: 127 }))).toMatchObject(badCursor)
  expect(await refusal(site.api.getSearchPosts({ keyword: '국밥', cursor }))).toMatchObject(badCursor)
})

test('a cursor is neither a session nor a ticket', async () => {
  const author = await site.person()
  for (let count = 0; count < 11; count++) await site.post({ author })
  const cursor = String((await site.api.getPosts({})).nextCursor)
  expect(cursor).toMatch(/^[\w-]{20,400}$/)
  const browser = site.api.fresh()
  for (const name of Object.values(cookieNames(site.config))) browser.cookies.set(name, cursor)
  expect(await outcomeOf(browser.getSessions())).toBe('UNAUTHENTICATED')
  expect(await outcomeOf(browser.sendRecoveryMail())).toBe('EXPIRED')
})

test('a text signed for one use is refused for another', () => {
  const { secrets } = site.services
  const uses = ['cursor', 'known device'] as const
  for (const use of uses) {
    const signed = secrets.sign('the same words', use)
    expect(uses.filter((other) => secrets.verify(signed, other) !== null)).toEqual([use])
    // A signed text begins with its HMAC. A fingerprint is an HMAC with a key of its own.
    expect(signed.startsWith(secrets.fingerprint('the same words', 'password of a device'))).toBe(false)
  }
})

test('a signed text with one changed byte is refused, wherever the byte is', () => {
  const { secrets } = site.services
  const signed = Buffer.from(secrets.sign('the same words', 'cursor'), 'base64url')
  const accepted = [...signed.keys()].filter((index) => {
    const changed = Buffer.from(signed)
    changed[index] = (changed[index] ?? 0) ^ 1
    return secrets.verify(changed.toString('base64url'), 'cursor') !== null
  })
  expect(accepted).toEqual([])
})

test('a signed text has one spelling', () => {
  const { secrets } = site.services
  for (const text of ['a', 'ab', 'abc']) {
    const signed = secrets.sign(text, 'cursor')
    expect(secrets.verify(signed, 'cursor')).toBe(text)
    for (const other of [`${signed}A`, `${signed}=`, `${signed} `, signed.replaceAll('-', '+').replaceAll('_', '/')]) {
      if (other !== signed) expect(secrets.verify(other, 'cursor')).toBeNull()
    }
  }
})
