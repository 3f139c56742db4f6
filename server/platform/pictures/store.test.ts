import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FolderStore } from './store.ts'

test('a stored file is synced to disk before it is reported as stored', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const handle = await open(path.join(folder, 'any'), 'w')
  await handle.close()
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
  await new FolderStore(folder).put('abcd.jpg', Buffer.from('content'))
  expect(sync).toHaveBeenCalledOnce()
})
