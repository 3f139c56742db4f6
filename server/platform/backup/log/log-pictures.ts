import type { Config } from '../../config.ts'
import { openClient } from '../../database/connect.ts'
import { openImageStore } from '../../pictures/images.ts'
import type { SharedKey } from '../encryption.ts'
import { KeptPictures } from '../kept-pictures.ts'
import type { BackupPlace } from '../place.ts'
import { BACKED_UP_PICTURES_SQL, COPY_SETTINGS } from '../tables.ts'

type Options = Readonly<{
  config: Config
  databaseUrl: string
  place: BackupPlace
  key: SharedKey | null
}>

/** Longest time that a transaction may commit after the `claimed_at` which it sets. */
const OVERLAP_MS = 600_000

/**
 * Copies pictures that were claimed after `since` (milliseconds), so that a moment can be restored with its pictures.
 * Each picture is stored once for all backups.
 */
export async function keepNewPictures({ since, ...options }: Options & { since: number }): Promise<void> {
  const { config, place, key } = options
  const after = new Date(Math.max(0, since - OVERLAP_MS))
  const keys = await readKeys(options, 'claimed_at is not null and claimed_at > $1', [after])
  if (keys.length === 0) return
  const store = openImageStore(config)
  const kept = new KeptPictures(place, key)
  try {
    for (const key of keys) await kept.keep(store, key)
  } finally {
    store.close()
  }
}

export type RestoredPictures = Readonly<{ stored: number; missing: number }>

/** Copies the pictures that the restored database refers to back into the picture store, unless they are there. */
export async function restorePictures(options: Options): Promise<RestoredPictures> {
  const { config, place, key } = options
  const store = openImageStore(config)
  // With a key only encrypted copies count: somebody with write access to the place can put others there.
  const kept = new KeptPictures(place, key)
  let [stored, missing] = [0, 0]
  try {
    for (const picture of await readKeys(options, BACKED_UP_PICTURES_SQL, [])) {
      if (await storePicture(picture)) stored++
      else missing++
    }
    return { stored, missing }
  } finally {
    store.close()
  }

  async function storePicture(picture: string): Promise<boolean> {
    const copies = await kept.copiesOf(picture)
    for (const copy of copies) {
      const [name] = copy
      if (!(await store.open(name))) await store.put(name, await kept.read(copy))
    }
    return copies.length > 0 || (await store.open(`${picture}.jpg`)) !== null
  }
}

async function readKeys({ databaseUrl }: Options, where: string, values: unknown[]): Promise<string[]> {
  const client = openClient({ connectionString: databaseUrl, application_name: 'matnanum log' })
  try {
    await client.connect()
    await client.query(COPY_SETTINGS)
    const text = `select key from images where ${where} order by key collate "C"`
    const { rows } = await client.query<{ key: string }>(text, values)
    return rows.map(({ key }) => key)
  } finally {
    await client.end().catch(() => {})
  }
}
