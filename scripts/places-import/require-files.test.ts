import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '#server/start-error.ts'
import { requireFiles } from './require-files.ts'

let folder = ''
let file = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-files-'))
  file = path.join(folder, 'shops.csv')
  await writeFile(file, 'name\n')
})
afterAll(() => rm(folder, { recursive: true }))

test('files that can be read are accepted', async () => {
  await requireFiles([file, file])
})

test('a missing file is named with its whole path', async () => {
  const missing = path.join(folder, 'shop.csv')
  const relative = path.relative(process.cwd(), missing)
  const error = new StartError(`${missing} cannot be imported: there is no such file.`)
  await expect(requireFiles([file, relative])).rejects.toThrow(error)
})

test('a folder, and a file below a file, are refused', async () => {
  await expect(requireFiles([folder])).rejects.toThrow(`${folder} cannot be imported: it is a folder.`)
  const below = path.join(file, 'a.csv')
  await expect(requireFiles([below])).rejects.toThrow(`${below} cannot be imported: there is no such file.`)
})
