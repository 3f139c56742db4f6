import { fileNames } from '#rules/images.ts'
import type { Database } from '../db/connect.ts'
import type { ImageStore } from './store.ts'

const BATCH = 500
const AT_ONCE = 8

/** Pictures seen so far, files copied, and pictures of which no file was found. */
export type Moved = { pictures: number; files: number; missing: string[] }

/**
 * Copies all files of all pictures that are not there yet, while the site may be running. Nothing is removed. It may be broken
 * off, and run again.
 */
export async function moveImages(
  db: Database,
  { from, to }: { from: ImageStore; to: ImageStore },
  onProgress: (moved: Moved) => void,
): Promise<Moved> {
  const moved: Moved = { pictures: 0, files: 0, missing: [] }
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return moved
    after = last.id
    const left = rows.values()
    const work = async () => {
      for (const { id, key } of left) await moveOne(db, { from, to, id, key }, moved)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    onProgress(moved)
  }
}

type One = { from: ImageStore; to: ImageStore; id: number; key: string }

async function moveOne(db: Database, { from, to, id, key }: One, moved: Moved): Promise<void> {
  let found = 0
  for (const name of fileNames(key)) {
    const [file, copy] = await Promise.all([from.open(name), to.open(name)])
    if (file || copy) found += 1
    if (!file || file.size === copy?.size) continue
    await to.put(name, await file.bytes())
    moved.files += 1
  }
  moved.pictures += 1
  const row = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  // Deleted meanwhile, perhaps before its copy was there.
  if (!row) await to.remove(key)
  else if (found === 0) moved.missing.push(key)
}
