import { type BackupHead, HEAD_ENTRY, readArchive } from './archive.ts'
import { type DatedBackup, isNamedBySite } from './list-backups.ts'
import type { BackupPlace } from './place.ts'

/** Most files of a place that are examined, those last written; each has to be opened. */
const MOST = 100

/**
 * Lists backups that somebody wrote into the place with `npm run backup`, with the time inside each. Other files are
 * left out.
 */
export async function listHandMadeBackups(place: BackupPlace, passphrase: string | null): Promise<DatedBackup[]> {
  const names = (await place.names()).filter((name) => !isNamedBySite(name)).slice(0, MOST)
  const found: DatedBackup[] = []
  for (const name of names) {
    const madeAt = await readTime(place, name, passphrase).catch(() => null)
    if (madeAt !== null) found.push({ name, madeAt })
  }
  return found
}

async function readTime(place: BackupPlace, name: string, passphrase: string | null): Promise<Date | null> {
  for await (const first of readArchive({ place, name, passphrase })) {
    if (first.name !== HEAD_ENTRY) return null
    const madeAt = new Date((JSON.parse(first.body.toString()) as BackupHead).madeAt)
    return Number.isNaN(madeAt.getTime()) ? null : madeAt
  }
  return null
}
