import { HEAD, type Head, readArchive } from './archive.ts'
import type { BackupPlace } from './place.ts'

const NAME = /^matnanum-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.tar\.zst(?:\.age)?$/

export type ScheduledBackup = Readonly<{ name: string; madeAt: Date }>

/** Scheduled backups, the oldest first. Other files are neither removed nor counted. */
export async function listBackups(place: BackupPlace): Promise<ScheduledBackup[]> {
  const names = (await place.names()).filter((name) => NAME.test(name)).sort()
  return names.map((name) => ({ name, madeAt: new Date(name.replace(NAME, '$1:$2:$3')) }))
}

/** Of more files in a place of backups the rest is not looked at, because each is opened. */
const MOST_OPENED = 100

/** Made by the site: backups of the schedule and before migrations, and copies of the database's files. */
const OWN = /^matnanum-(?:\d|before-migration-|base-)/

/** Backups that somebody has put there with `npm run backup`, by the time in them; other files are none. */
export async function listHandMade(place: BackupPlace, passphrase: string | null): Promise<ScheduledBackup[]> {
  const names = (await place.names()).filter((name) => !OWN.test(name)).slice(0, MOST_OPENED)
  const found: ScheduledBackup[] = []
  for (const name of names) {
    const madeAt = await readTime(place, name, passphrase).catch(() => null)
    if (madeAt !== null) found.push({ name, madeAt })
  }
  return found
}

async function readTime(place: BackupPlace, name: string, passphrase: string | null): Promise<Date | null> {
  for await (const first of readArchive({ place, name, passphrase })) {
    if (first.name !== HEAD) return null
    const madeAt = new Date((JSON.parse(first.body.toString()) as Head).madeAt)
    return Number.isNaN(madeAt.getTime()) ? null : madeAt
  }
  return null
}

/** Age in seconds, infinite without a readable backup. */
export async function ageOfNewest(place: BackupPlace): Promise<number> {
  const newest = (await listBackups(place).catch(() => [])).at(-1)
  return newest ? (Date.now() - newest.madeAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

/** Ending of the name of a backup. */
export function endingOf(passphrase: string | null): string {
  return passphrase === null ? '.tar.zst' : '.tar.zst.age'
}

/** Also while it is being written. */
export function isNamedEncrypted(name: string): boolean {
  return /\.age(?:\.unfinished)?$/.test(name)
}

/** A time in the name of a file, in UTC: '2026-11-29T03-00-00Z'. */
export function fileTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}
