import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFailureMessages } from '#rules/errors.ts'
import type { Client } from '#tests/api.ts'
import { freshDatabase } from '#tests/database.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { type ImageSite, signIn, startImageSite, uploadPicture } from '#tests/image-site.ts'
import { queueImageDeletion } from './delete-images.ts'
import type { Claimant, ShownImage } from './picture.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let site: ImageSite

beforeAll(async () => {
  database = await freshDatabase()
  site = await startImageSite(database.db, {
    env: { IMAGE_ORIGIN: 'https://cdn.example', IMAGE_HOSTS: 'pictures.example,other.example:8443' },
  })
})

afterAll(async () => {
  await site.close()
  await database.drop()
})

const NOBODY: Claimant = { uploader: null, accountId: null }
const claimantOf = (browser: Client): Claimant => ({ uploader: browser.cookies.get('uid') ?? null, accountId: null })

async function pending(browser = site.browser()): Promise<{ url: string; key: string; browser: Client }> {
  const { answer } = await uploadPicture(browser, await smallPhoto())
  return { url: answer.url, key: answer.public_id, browser }
}

async function claim(url: string, claimant: Claimant, current: ShownImage[] = []): Promise<ShownImage> {
  const [shown] = await site.images.claim(site.db, [url], claimant, current)
  if (!shown) throw new Error('nothing was claimed')
  return shown
}

const rowOf = (key: string) => site.db.selectFrom('images').selectAll().where('key', '=', key).executeTakeFirst()
const foreign = { code: 'BAD_USER_INPUT', message: serverFailureMessages.foreignImage }

test('the uploader claims the picture, once', async () => {
  const { url, key, browser } = await pending()
  expect(url.startsWith('https://cdn.example/images/')).toBe(true)
  const reference = await claim(url, claimantOf(browser))
  const row = await rowOf(key)
  expect(reference).toEqual({ imageId: row?.id, imageUrl: null })
  expect(row?.claimed_at).toBeInstanceOf(Date)
  expect(row?.uploader_hash).toBeNull()
  await expect(claim(url, claimantOf(browser))).rejects.toMatchObject(foreign)
})

test('the URL may have our own origin instead of that of the CDN', async () => {
  const { url, browser } = await pending()
  const own = url.replace('https://cdn.example', site.config.publicOrigin)
  expect((await claim(own, claimantOf(browser))).imageId).not.toBeNull()
})

test('several are claimed in their order; one that is there twice, also by its other URL, claims none', async () => {
  const first = await pending()
  const second = await pending(first.browser)
  const own = first.url.replace('https://cdn.example', site.config.publicOrigin)
  const claimant = claimantOf(first.browser)
  for (const urls of [
    [first.url, own],
    [second.url, first.url, first.url],
  ]) {
    await expect(site.images.claim(site.db, urls, claimant)).rejects.toMatchObject(foreign)
  }
  const claimed = await site.images.claim(site.db, [second.url, first.url], claimant)
  const ids = [await rowOf(second.key), await rowOf(first.key)].map((row) => row?.id)
  expect(claimed.map(({ imageId }) => imageId)).toEqual(ids)
})

test('nobody else can claim it', async () => {
  const { url, key } = await pending()
  const other = await pending()
  const { accountId } = await signIn(site)
  for (const claimant of [NOBODY, claimantOf(other.browser), { uploader: null, accountId }]) {
    await expect(claim(url, claimant)).rejects.toMatchObject(foreign)
  }
  expect((await rowOf(key))?.claimed_at).toBeNull()
})

test('the account claims what it uploaded, from any browser', async () => {
  const { browser, accountId } = await signIn(site)
  const { url } = await pending(browser)
  expect((await claim(url, { uploader: null, accountId })).imageId).not.toBeNull()
})

test('what an account has claimed it claims nowhere else: one deletion would take the picture from both', async () => {
  const { browser, accountId } = await signIn(site)
  const { url } = await pending(browser)
  await claim(url, { uploader: null, accountId })
  await expect(claim(url, { uploader: null, accountId })).rejects.toMatchObject(foreign)
})

test('the upload of an account cannot be claimed by the next one in the same browser', async () => {
  const { browser, accountId } = await signIn(site)
  const { url } = await pending(browser)
  const next = { ...claimantOf(browser), accountId: (await signIn(site)).accountId }
  expect(next.uploader).not.toBeNull()
  await expect(claim(url, next)).rejects.toMatchObject(foreign)
  expect((await claim(url, { ...next, accountId })).imageId).not.toBeNull()
})

test('a picture uploaded before signing up belongs to the account that claims it', async () => {
  const { url, key, browser } = await pending()
  const { accountId } = await signIn(site)
  await claim(url, { ...claimantOf(browser), accountId })
  expect((await rowOf(key))?.account_id).toBe(accountId)
})

test('a rolled-back claim leaves the picture pending', async () => {
  const { url, key, browser } = await pending()
  const failing = site.db.transaction().execute(async (tx) => {
    await site.images.claim(tx, [url], claimantOf(browser))
    throw new Error('no post')
  })
  await expect(failing).rejects.toThrow('no post')
  expect((await rowOf(key))?.claimed_at).toBeNull()
})

test('the current picture is accepted', async () => {
  const { url, browser } = await pending()
  const current = await claim(url, claimantOf(browser))
  expect(await claim(url, NOBODY, [current])).toEqual(current)
  const kept = { imageId: null, imageUrl: 'https://formerly-allowed.example/a.jpg' }
  expect(await claim(kept.imageUrl, NOBODY, [kept])).toEqual(kept)
})

test('the current picture stays when another change has queued its deletion meanwhile', async () => {
  const { url, key, browser } = await pending()
  const current = await claim(url, claimantOf(browser))
  await queueImageDeletion(site.db, [current.imageId ?? 0])
  expect(await claim(url, NOBODY, [current])).toEqual(current)
  await site.images.deleteQueued([current.imageId ?? 0])
  expect((await rowOf(key))?.claimed_at).toBeInstanceOf(Date)
})

test('a picture on an allowed host is accepted', async () => {
  for (const address of ['https://pictures.example/a%20b.jpg?x=1', 'https://other.example:8443/a.png']) {
    expect(await claim(address, NOBODY)).toEqual({ imageId: null, imageUrl: address })
  }
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//evil.example/a.jpg',
  'https://evil.example/a.jpg',
  'http://pictures.example/a.jpg',
  'https://user:word@pictures.example/a.jpg',
  'https://pictures.example.evil.example/a.jpg',
  'https://other.example/a.jpg',
  `https://pictures.example/${'a'.repeat(3000)}`,
  'https://cdn.example/images/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  'https://cdn.example/images/AAAAAAAAAAAAAAAAAAAAAA_320.webp',
  'https://cdn.example/images/../secret.key',
  'https://cdn.example.evil.example/images/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  '/images/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  'a',
])('the URL %s cannot be claimed', async (address) => {
  await expect(claim(address, NOBODY)).rejects.toMatchObject(foreign)
})
