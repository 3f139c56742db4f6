import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failures } from '#rules/errors.ts'
import { halves } from '#tests/image-fixtures.ts'
import { receiveFile } from './add-image.ts'

test('an upload that does not begin like a JPEG or PNG is refused at its first bytes and leaves nothing', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'matnanum-upload-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const webp = await halves(64, 48).webp().toBuffer()
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
