import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImageStore } from '../pictures/store.ts'
import { SharedKey } from './encryption.ts'
import { KeptPictures } from './kept-pictures.ts'
import { FolderPlace } from './place.ts'

let folder: string
let place: FolderPlace

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-kept-'))
  place = new FolderPlace(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const keyOf = (name: string) => name.padEnd(22, '-')
const [here, there] = [keyOf('ab-here'), keyOf('zz-there')]

/** Each picture has one file, with its name in it. */
const store = {
  open: async (name: string) => (name.endsWith('.jpg') ? { bytes: async () => Buffer.from(name) } : null),
} as unknown as ImageStore

const day = (number: number) => new Date(number * 86_400_000)

/** A backup of these pictures, after one at `newest`; `oldest` is the first that stays. */
async function backUp(keys: string[], newest: Date | undefined, oldest: Date, key: SharedKey | null = null) {
  const kept = new KeptPictures(place, key)
  const pictures = []
  for (const one of keys.toSorted()) pictures.push(...(await kept.keep(store, one)))
  await kept.removeUnused(newest, oldest)
  return pictures
}

async function copies(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => /\.[0-9a-f]{64}$/.test(name))
    .map((name) => name.split('.')[0] ?? '')
    .toSorted()
}

test('a copy stays as long as a backup that shows it, however often others are made', async () => {
  await backUp([here, there], undefined, day(1))
  await backUp([here], day(1), day(1))
  await backUp([here], day(2), day(1))
  expect(await copies()).toEqual([`pictures/ab/${here}`, `pictures/zz/${there}`])
  await backUp([here], day(3), day(2))
  expect(await copies()).toEqual([`pictures/ab/${here}`])
})

test('one that is shown again begins anew', async () => {
  await backUp([here, there], undefined, day(1))
  await backUp([here], day(1), day(1))
  await backUp([here, there], day(2), day(1))
  await backUp([here], day(3), day(2))
  expect(await copies()).toContain(`pictures/zz/${there}`)
  await backUp([here], day(4), day(4))
  expect(await copies()).not.toContain(`pictures/zz/${there}`)
})

test('encrypted pictures have a folder of their key, hide what they show, and those from before go in time', async () => {
  await backUp([here], undefined, day(1))
  const key = await SharedKey.open(folder)
  expect((await SharedKey.open(folder)).identity).toBe(key.identity)
  const [picture] = await backUp([here], day(1), day(1), key)
  expect(await copies()).toEqual([`pictures-${key.id}/ab/${here}`, `pictures/ab/${here}`])
  const file = path.join(
    folder,
    `pictures-${key.id}/ab`,
    (await readdir(path.join(folder, `pictures-${key.id}/ab`)))[0] ?? '',
  )
  expect((await readFile(file)).includes(`${here}.jpg`)).toBe(false)
  const kept = new KeptPictures(place, await SharedKey.of(key.identity))
  expect(picture && String(await kept.read(picture))).toBe(`${here}.jpg`)
  await writeFile(file, 'changed')
  await expect(picture && kept.read(picture)).rejects.toThrow('is not what was written')
  await backUp([here], day(2), day(2), key)
  expect(picture && String(await kept.read(picture))).toBe(`${here}.jpg`)
  expect(await copies()).toEqual([`pictures-${key.id}/ab/${here}`])
})
