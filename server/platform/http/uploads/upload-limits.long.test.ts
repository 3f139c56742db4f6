import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { UPLOAD_URL } from '#rules/paths.ts'
import { bucketOf } from '#server/platform/limits/attempts.ts'
import { Secrets } from '#server/platform/secrets.ts'
import type { Client } from '#tests/api.ts'
import { emptyPng, photo, smallPhoto } from '#tests/image-fixtures.ts'
import { openImageSite, signIn, startImageSite, uploadPicture } from '#tests/image-site.ts'

/** Same secret as in `startImageSite`. */
const secrets = new Secrets('a secret of at least thirty-two characters')

const { site, database } = await openImageSite()

test('many slow pictures of one network delay nobody else', async () => {
  const busy = await startImageSite(database.db, { processor: { processes: 1, waitLimit: 120_000 } })
  const large = emptyPng(3000, 2000)
  const done: string[] = []
  const send = async (name: string, picture: Buffer, browser: Client) => {
    const { reply } = await uploadPicture(browser, picture)
    expect(reply.status).toBe(200)
    done.push(name)
  }
  const bad = [1, 2, 3].flatMap((network) =>
    [1, 2, 3].map(async () => {
      const { browser } = await signIn(busy)
      browser.localAddress = `127.0.0.${1 + network}`
      await send('bad', large, browser)
    }),
  )
  await expect.poll(async () => (await busy.files()).length).toBeGreaterThanOrEqual(9)
  await send('good', await photo(600, 400), busy.browser())
  // One upload is in process, and each of the three networks has at most one turn before.
  expect(done.indexOf('good')).toBeLessThanOrEqual(5)
  await Promise.all(bad)
  await busy.close()
}, 240_000)

test('an account that fills its network with slow uploads makes room for another account, and its aborted uploads leave nothing', async () => {
  const before = await site.state()
  const answers: number[] = []
  const answered = Promise.withResolvers<void>()
  const start = ({ cookies }: Client) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const outgoing = request(new URL(UPLOAD_URL, site.config.publicOrigin), {
      method: 'POST',
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 },
    })
    outgoing.on('error', () => {})
    outgoing.on('response', (incoming) => {
      answers.push(incoming.resume().statusCode ?? 0)
      answered.resolve()
    })
    outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
    outgoing.write(head)
    return outgoing
  }
  const head = (await photo(200, 200)).subarray(0, 4000)
  const people = await Promise.all(Array.from({ length: 3 }, () => signIn(site)))
  const slow = people.slice(0, 2).flatMap(({ browser }) => Array.from({ length: 6 }, () => start(browser)))
  await expect.poll(async () => (await site.files()).length).toBe(before.files.length + 12)
  const { reply } = await uploadPicture(people[2]?.browser ?? site.browser(), await smallPhoto())
  expect(reply.status).toBe(200)
  await answered.promise
  expect(answers).toEqual([503])
  await expect.poll(async () => (await site.files()).filter((file) => file.includes('/uploads/')).length).toBe(11)
  for (const outgoing of slow) outgoing.destroy()
  await expect.poll(async () => (await site.files()).filter((file) => file.includes('/uploads/'))).toEqual([])
  expect((await site.state()).rows).toBe(before.rows + 1)
})

test('uploads above the limit of a network are refused for a while; those of an account behind it are not', async () => {
  const limited = await startImageSite(database.db)
  await site.db.deleteFrom('attempts').execute()
  const tiny = Buffer.from('no picture')
  for (let count = 0; count < 60; count++) expect((await uploadPicture(limited.browser(), tiny)).reply.status).toBe(400)
  const { reply, answer } = await uploadPicture(limited.browser(), tiny)
  expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  const { browser } = await signIn(limited)
  expect((await uploadPicture(browser, await smallPhoto())).reply.status).toBe(200)
  await site.db.deleteFrom('attempts').execute()
  await limited.close()
}, 30_000)

test('an account has a limit of uploads in a day, from whatever network; another account has its own', async () => {
  const limited = await startImageSite(database.db, { env: { LIMIT_UPLOAD_DAY: '2/1d' } })
  const { browser } = await signIn(limited)
  const statuses = []
  for (const address of ['127.0.0.12', '127.0.0.13', '127.0.0.14']) {
    browser.localAddress = address
    statuses.push((await uploadPicture(browser, await smallPhoto())).reply.status)
  }
  expect(statuses).toEqual([200, 200, 429])
  expect((await uploadPicture((await signIn(limited)).browser, await smallPhoto())).reply.status).toBe(200)
  await site.db.deleteFrom('attempts').execute()
  await limited.close()
})

test.each([
  ['uploads', { LIMIT_UPLOAD_NETWORK: '3/10m' }],
  ['megabytes', { LIMIT_UPLOAD_MEGABYTES: '3/10m' }],
])(
  'a network has a limit of %s that its accounts share; other networks have their own',
  async (_name, env) => {
    const limited = await startImageSite(database.db, { env })
    await site.db.deleteFrom('attempts').execute()
    const from = async (address: string) => {
      const { browser } = await signIn(limited)
      browser.localAddress = address
      return uploadPicture(browser, await smallPhoto())
    }
    for (let count = 0; count < 3; count++) expect((await from('127.0.0.9')).reply.status).toBe(200)
    const { reply, answer } = await from('127.0.0.9')
    expect([reply.status, answer.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('127.0.0.10')).reply.status).toBe(200)
    await site.db.deleteFrom('attempts').execute()
    await limited.close()
  },
  30_000,
)

test('an upload that is refused because of its megabytes counts as no upload', async () => {
  const limited = await startImageSite(database.db, { env: { LIMIT_UPLOAD_MEGABYTES: '1/10m' } })
  const { browser, accountId } = await signIn(limited)
  browser.localAddress = '127.0.0.11'
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await uploadPicture(browser, await smallPhoto())).reply.status)
  expect(statuses).toEqual([200, 429, 429])
  const { upload: own, uploadNetwork } = limited.config.limits
  const names = [
    bucketOf(secrets, own, 'upload', `account ${accountId}`),
    bucketOf(secrets, uploadNetwork, 'uploads', '127.0.0.11'),
  ]
  const counted = await database.db
    .selectFrom('attempts')
    .select('count')
    .where(
      'bucket',
      'in',
      names.map(({ name }) => name),
    )
    .execute()
  expect(counted).toEqual([{ count: 1 }, { count: 1 }])
  await limited.close()
})

test('uploads that break off are not counted, up to the limit, and complete ones are', async () => {
  const limited = await startImageSite(database.db, { env: { LIMIT_UPLOAD: '3/10m' } })
  const picture = await smallPhoto()
  const form = new FormData()
  form.append('upload_preset', 'ml_default')
  form.append('file', new Blob([Uint8Array.from(picture)]), 'a.jpg')
  const asked = new Request(limited.config.publicOrigin, { method: 'POST', body: form })
  const body = Buffer.from(await asked.arrayBuffer())
  /** Sends the first `bytes` of the form, and leaves once the server has answered or, with `counted`, counted it. */
  const leave = async ({ browser, accountId }: Awaited<ReturnType<typeof signIn>>, bytes: number, counted: number) => {
    const outgoing = request(new URL(UPLOAD_URL, limited.config.publicOrigin), {
      method: 'POST',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': asked.headers.get('content-type') ?? '',
        'content-length': body.length,
      },
    })
    outgoing.on('error', () => {})
    const arrived = new Promise((resolve) => limited.app.server.once('request', resolve))
    outgoing.write(body.subarray(0, bytes))
    const incoming = (await arrived) as IncomingMessage
    if (bytes === body.length) await expect.poll(() => incoming.complete).toBe(true)
    await expect.poll(() => countOf('upload', accountId)).toBeGreaterThan(counted - 1)
    const closed = new Promise((resolve) => incoming.socket.once('close', resolve))
    outgoing.destroy()
    await closed
  }
  const countOf = async (what: string, accountId: number) => {
    const { name } = bucketOf(secrets, limited.config.limits.upload, what, `account ${accountId}`)
    const row = await database.db.selectFrom('attempts').select('count').where('bucket', '=', name).executeTakeFirst()
    return row?.count ?? 0
  }
  const uploadOnce = async ({ browser }: { browser: Client }) => (await uploadPicture(browser, picture)).reply.status

  const unlucky = await signIn(limited)
  for (let i = 1; i <= 3; i++) {
    await leave(unlucky, 500, 1)
    await expect.poll(() => countOf('refunded uploads', unlucky.accountId)).toBe(i)
    await expect.poll(() => countOf('upload', unlucky.accountId)).toBe(0)
  }
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await uploadOnce(unlucky))
  expect(statuses).toEqual([200, 200, 200, 429])

  const sly = await signIn(limited)
  for (let i = 1; i <= 6; i++) {
    await leave(sly, 500, Math.max(1, i - 3))
    if (i <= 3) await expect.poll(() => countOf('upload', sly.accountId)).toBe(0)
  }
  expect(await uploadOnce(sly)).toBe(429)

  const impatient = await signIn(limited)
  for (let i = 1; i <= 3; i++) await leave(impatient, body.length, i)
  expect(await uploadOnce(impatient)).toBe(429)
  expect(await countOf('refunded uploads', impatient.accountId)).toBe(0)
  await limited.close()
})
