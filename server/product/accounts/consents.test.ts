import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { consentMessages } from '#rules/consents.ts'
import { legalNames } from '#rules/legal.ts'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { openSite } from '#tests/site.ts'
import { collectExport } from './account-data.ts'

const site = await openSite()

const person = () => ({
  email: `${uniqueName()}@naver.com`,
  username: '하나',
  password: 'abcd123!',
  questionIndex: 0,
  questionAnswer: '파랑',
})

async function versions() {
  const texts = await Promise.all(legalNames.map((name) => site.api.fresh().getLegalText({ name })))
  return Object.fromEntries(texts.map(({ name, version }) => [name, version]))
}

test('version and time of each consent are kept, and shown to their owner alone', async () => {
  const { terms = '', privacy = '', location = '' } = await versions()
  const browser = site.api.fresh()
  const { jwt } = await browser.signup({ ...person(), consent: { over14: true, terms, privacy, location } })
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  const consents = [
    { name: 'over14', version: null },
    { name: 'terms', version: terms },
    { name: 'privacy', version: privacy },
    { name: 'location', version: location },
  ].map((one) => ({ ...one, agreedAt: time, withdrawnAt: null }))
  expect(await browser.getConsents()).toEqual(consents)
  const other = await buildUser(site.api)
  expect(await site.api.as(other).getConsents()).toEqual([])
  await expect(site.api.fresh().getConsents()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })

  const { id } = await site.db.selectFrom('accounts').select('id').where('handle', '=', jwt).executeTakeFirstOrThrow()
  const [account] = await collectExport(site.services, id)
  expect(JSON.parse(String(account?.content))).toMatchObject({ consents })

  await browser.remove({ jwt })
  expect(await site.db.selectFrom('consents').selectAll().where('account_id', '=', id).execute()).toEqual([])
})

test('the optional one can be withdrawn and given again; the export has both times', async () => {
  const { terms = '', privacy = '', location = '' } = await versions()
  const browser = site.api.fresh()
  const { jwt } = await browser.signup({ ...person(), consent: { over14: true, terms, privacy, location } })
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  const given = { name: 'location', version: location, agreedAt: time, withdrawnAt: null }

  const withdrawn = await browser.setLocationConsent({})
  expect(withdrawn.at(-1)).toEqual({ ...given, withdrawnAt: time })
  expect(withdrawn.slice(0, 3).map(({ withdrawnAt }) => withdrawnAt)).toEqual([null, null, null])
  expect(await browser.setLocationConsent({})).toEqual(withdrawn)
  const { id } = await site.db.selectFrom('accounts').select('id').where('handle', '=', jwt).executeTakeFirstOrThrow()
  const [account] = await collectExport(site.services, id)
  expect(JSON.parse(String(account?.content))).toMatchObject({ consents: withdrawn })

  expect((await browser.setLocationConsent({ version: location })).at(-1)).toEqual(given)
  await expect(browser.setLocationConsent({ version: 'older' })).rejects.toMatchObject({
    fields: [{ field: 'location', message: consentMessages.changed }],
  })
  await expect(site.api.fresh().setLocationConsent({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('the optional one may be left out, and a client that asks nothing goes on working', async () => {
  const { terms = '', privacy = '' } = await versions()
  const browser = site.api.fresh()
  await browser.signup({ ...person(), consent: { over14: true, terms, privacy } })
  expect((await browser.getConsents()).map(({ name }) => name)).toEqual(['over14', 'terms', 'privacy'])
  const simple = site.api.fresh()
  await simple.signup(person())
  expect(await simple.getConsents()).toEqual([])
})

test.each([
  ['over14', { over14: false }],
  ['terms', { terms: null }],
  ['privacy', { privacy: '' }],
] as const)('without %s nobody signs up', async (field, change) => {
  const { terms = '', privacy = '' } = await versions()
  const one = person()
  const consent = { over14: true, terms, privacy, ...change }
  const message = consentMessages[field]
  await expect(site.api.fresh().signup({ ...one, consent })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ field, message }],
  })
  expect(await site.db.selectFrom('accounts').select('id').where('email', '=', one.email).execute()).toEqual([])
})

test('a text that was changed after it was shown has to be read again', async () => {
  const { terms = '', privacy = '' } = await versions()
  const folder = path.join(site.config.dataDir, 'legal')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'privacy.md'), `새 방침 ${uniqueName()}`)
  await expect(
    site.api.fresh().signup({ ...person(), consent: { over14: true, terms, privacy } }),
  ).rejects.toMatchObject({ fields: [{ field: 'privacy', message: consentMessages.changed }] })
})

test('there are three texts', async () => {
  for (const name of ['cookies', '../../secret.key', 'constructor', '']) {
    await expect(site.api.fresh().getLegalText({ name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
