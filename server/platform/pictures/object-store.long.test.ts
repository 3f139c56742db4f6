import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { jpegFileName } from '#rules/images.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { photo } from '#tests/image-fixtures.ts'
import { type ImageSite, signIn, startImageSite, uploadPicture } from '#tests/image-site.ts'
import { type ObjectStorage, startObjectStorage } from '#tests/object-storage.ts'
import { loadConfig } from '../config.ts'
import { queueImageDeletion } from './delete-images.ts'
import { imageFolder, openImageStore } from './images.ts'
import { ObjectStore } from './object-store.ts'
import { copyImages, FolderStore } from './store.ts'

let database: TestDatabase
let storage: ObjectStorage
let site: ImageSite

beforeAll(async () => {
  database = await freshDatabase()
  storage = await startObjectStorage()
  site = await startImageSite(database.db, { env: { IMAGES_URL: storage.url() } })
})

afterAll(async () => {
  await site.close()
  await storage.close()
  await database.drop()
})

async function addPicture(by = site, width = 320): Promise<{ key: string; id: number }> {
  const { browser, accountId } = await signIn(by)
  const { answer } = await uploadPicture(browser, await photo(width, width))
  const [shown] = await by.images.claim(by.db, [answer.url], { uploader: null, accountId })
  return { key: answer.public_id, id: shown?.imageId ?? 0 }
}

const get = (key: string, headers: Record<string, string> = {}, by = site) =>
  by.browser().send('GET', `/images/${jpegFileName(key)}`, null, headers)

const namesOf = async (key: string) => (await storage.names()).filter((name) => name.includes(key))

test('a picture is stored in the bucket alone, and sent as a whole, in parts, and not again', async () => {
  // Larger than files that are read whole.
  const { key } = await addPicture(site, 1000)
  const names = await namesOf(key)
  expect(names).toContain(`site/${key.slice(0, 2)}/${key}.jpg`)
  expect(names.length).toBeGreaterThan(2)
  expect((await site.files()).filter((file) => file.includes(key))).toEqual([])
  const whole = await get(key)
  expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(whole.bytes.length).toBeGreaterThan(64 * 1024)
  const part = await get(key, { range: 'bytes=1000-1999' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${whole.bytes.length}`])
  expect(part.bytes).toEqual(whole.bytes.subarray(1000, 2000))
  expect((await get(key, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304)
  expect((await get('x'.repeat(22))).status).toBe(404)
})

test('the keys of all stored pictures are listed', async () => {
  const lenient = await startObjectStorage({ allowMismatchedSignatures: true })
  const store = openImageStore(loadConfig({ DATA_DIR: site.config.dataDir, IMAGES_URL: lenient.url() }))
  const keys = Array.from({ length: 20 }, (_, index) => String(index).padStart(22, 'k'))
  await Promise.all(keys.map((key) => store.put(jpegFileName(key), Buffer.from('x'))))
  const listed: string[] = []
  for await (const some of store.keys()) listed.push(...some)
  expect(listed.toSorted()).toEqual(keys.toSorted())
  store.close()
  await lenient.close()
})

test('a deleted picture leaves nothing in the bucket', async () => {
  const { key, id } = await addPicture()
  await queueImageDeletion(site.db, [id])
  await site.images.deleteQueued([id])
  expect(await namesOf(key)).toEqual([])
  expect((await get(key)).status).toBe(404)
})

test('while the store is away uploads and pictures answer 503 with the message, and nothing is lost or left', async () => {
  const { key } = await addPicture()
  const before = await storage.names()
  await storage.stop()
  const { browser } = await signIn(site)
  const { reply } = await uploadPicture(browser, await photo(320, 320))
  for (const { status, text } of [reply, await get(key)]) {
    expect(status).toBe(503)
    expect(text).toContain(errorMessages.UNAVAILABLE)
  }
  await storage.start()
  expect((await get(key)).status).toBe(200)
  // By the row of the failed upload, the purge finds files to remove.
  const pending = await site.db.selectFrom('images').select('id').where('claimed_at', 'is', null).execute()
  await site.images.deleteQueued(pending.map(({ id }) => id))
  expect(await storage.names()).toEqual(before)
})

test.each([
  [{ key: 'STRANGER' }, /it does not know the access key/],
  [{ secret: 'wrong' }, /the secret key is wrong/],
  [{ bucket: 'elsewhere' }, /there is no such bucket/],
])('a start with %j says what is wrong', async (wrong, sentence) => {
  const { objectStore } = loadConfig({ IMAGES_URL: storage.url(wrong) })
  const store = objectStore && new ObjectStore(objectStore)
  const failure = await store?.check().catch((error: Error) => error.message)
  expect(failure).toMatch(sentence)
  expect(failure).toMatch(/^IMAGES_URL cannot be used, bucket \w+ at http:\/\/127\.0\.0\.1:\d+: [^.]+\.$/)
  store?.close()
})

test('a start with s3:// at a store without TLS says which scheme it needs', async () => {
  const { objectStore } = loadConfig({ IMAGES_URL: storage.url().replace(/^s3\+http:/, 's3:') })
  const store = objectStore && new ObjectStore(objectStore)
  await expect(store?.check()).rejects.toThrow(
    /^IMAGES_URL cannot be used, bucket \w+ at https:.+: it does not speak TLS: use s3\+http:\/\/ if that is meant\.$/,
  )
  store?.close()
})

test('a start says so when nothing answers, and passes when all is well, also at once with others', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => site.images.check()))
  expect(all).toEqual(Array(10).fill(undefined))
  await storage.stop()
  await expect(site.images.check()).rejects.toThrow(/^IMAGES_URL cannot be used, .*ECONNREFUSED/)
  await storage.start()
})

test('pictures are moved while the site runs: before, meanwhile and afterwards each is shown', async () => {
  const folderSite = await startImageSite(database.db)
  const kept = await addPicture(folderSite)
  const deleted = await addPicture(folderSite)
  const moving = await startImageSite(database.db, {
    env: { IMAGES_URL: storage.url(), DATA_DIR: folderSite.config.dataDir },
  })
  const bytes = async (by: ImageSite) => (await get(kept.key, {}, by)).bytes
  const before = await bytes(folderSite)
  expect(await bytes(moving)).toEqual(before)

  const folder = new FolderStore(imageFolder(folderSite.config))
  const objects = new ObjectStore(moving.config.objectStore as NonNullable<typeof moving.config.objectStore>)
  // Deletes the picture just before its first file is copied.
  const from = {
    put: folder.put,
    remove: folder.remove,
    keys: folder.keys,
    check: folder.check,
    close: folder.close,
    open: async (name: string) => {
      const file = await folder.open(name)
      if (name === jpegFileName(deleted.key)) {
        const bytes = await file?.bytes()
        await queueImageDeletion(database.db, [deleted.id])
        await moving.images.deleteQueued([deleted.id])
        return file && { ...file, bytes: async () => bytes as Uint8Array }
      }
      return file
    },
  }
  const { files } = await copyImages(database.db, { from, to: objects }, () => {})
  expect(files).toBeGreaterThan(1)
  expect(await namesOf(deleted.key)).toEqual([])
  await rm(imageFolder(folderSite.config), { recursive: true })
  expect(await bytes(moving)).toEqual(before)
  expect(await copyImages(database.db, { from: folder, to: objects }, () => {})).toMatchObject({ files: 0 })

  await copyImages(database.db, { from: objects, to: folder }, () => {})
  expect(await bytes(folderSite)).toEqual(before)
  objects.close()
  await moving.close()
  await folderSite.close()
})
