import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'matnanum-folder-'))
})
afterAll(() => rm(root, { recursive: true }))

test('missing folders are created for this user alone, and nothing is left in them', async () => {
  const folder = path.join(root, 'new', 'data')
  await prepareDataFolder(folder)
  await prepareDataFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([])
})

test('two simultaneous starts can both create it', async () => {
  const folder = path.join(root, 'both', 'data')
  await Promise.all([prepareDataFolder(folder), prepareDataFolder(folder)])
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['a file', 'file'],
  ['a folder below a file', 'file/data'],
  ['a link to nowhere', 'link'],
  ['a folder below a link to nowhere', 'link/data'],
])('%s is refused with a sentence', async (_, name) => {
  await writeFile(path.join(root, 'file'), '')
  await symlink(path.join(root, 'nowhere'), path.join(root, 'link')).catch(() => {})
  const folder = path.join(root, name)
  await expect(prepareDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be used: `)
})

test.runIf(process.platform === 'linux').each(['/proc/matnanum/data', '/proc/self'])(
  '%s, where even root can make no folder, is refused with a sentence',
  async (folder) => {
    await expect(prepareDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be used: `)
  },
)
