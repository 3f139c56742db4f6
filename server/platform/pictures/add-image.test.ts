import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failures } from '#rules/errors.ts'
import { freshDatabase } from '#tests/database.ts'
import { twoColourPicture } from '#tests/image-fixtures.ts'
import { addImage, receiveFile } from './add-image.ts'
import type { ImageProcessor } from './image-worker.ts'
import { workFileNames } from './picture.ts'
import type { ImageStore } from './store.ts'

test('an upload that does not begin like a JPEG or PNG is refused at its first bytes and leaves nothing', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'matnanum-upload-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const webp = await twoColourPicture(64, 48).webp().toBuffer()
  let chunks = 0
  async function* upload() {
    for (let at = 0; at < webp.length; at += 16) {
      chunks++
      yield webp.subarray(at, at + 16)
    }
  }
  await expect(receiveFile(root, upload())).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: failures.imageType,
  })
  expect(chunks).toBe(1)
  expect(await readdir(root)).toEqual([])
})

test('what is being uploaded is for the site’s user alone', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'matnanum-upload-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const png = await twoColourPicture(64, 48).png().toBuffer()
  async function* whole() {
    yield png
  }
  const { folder } = await receiveFile(path.join(root, 'uploads'), whole())
  for (const made of [folder, path.dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700)
})

test('of a picture whose owner withdraws while its files are stored none stays', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, workFileNames.full), 'a picture')
  await writeFile(path.join(folder, workFileNames.variant(320)), 'a smaller one')
  const stored = new Set<string>()
  const remove = async () => stored.clear()
  const put = async (name: string) => {
    if (stored.size === 0) {
      await db.deleteFrom('images').execute()
      await remove()
    }
    stored.add(name)
  }
  const picture = { width: 1, height: 1, bytes: 9, placeholder: 'data:', variants: [320] }
  const parts = {
    db,
    store: { put, remove } as unknown as ImageStore,
    processor: { run: async () => picture } as unknown as ImageProcessor,
  }
  const added = addImage(parts, { folder, discard: async () => {} }, { uploader: 'somebody', accountId: null })
  await expect(added).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect([...stored]).toEqual([])
})
