import type { BackupPlace } from './place.ts'

const TIME = String.raw`(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)`
const ENDING = String.raw`\.tar\.zst(?:\.age)?$`

const NAME = new RegExp(`^matnanum-${TIME}${ENDING}`)
const MIGRATION_NAME = new RegExp(`^matnanum-before-migration-${TIME}${ENDING}`)
const BASE_NAME = new RegExp(`^matnanum-base-${TIME}-[\\w-]+${ENDING}`)

/** Whether a file has the name of a backup before a migration. */
export function isNamedBeforeMigration(name: string): boolean {
  return MIGRATION_NAME.test(name)
}

/** Whether a file has a name that the site itself gives: to a scheduled one, one before a migration, or a base backup. */
export function isNamedBySite(name: string): boolean {
  return [NAME, MIGRATION_NAME, BASE_NAME].some((pattern) => pattern.test(name))
}

/** A backup in a place, and when it was made. */
export type DatedBackup = Readonly<{ name: string; madeAt: Date }>

/** Scheduled backups, the oldest first. Other files are neither removed nor counted. */
export async function listBackups(place: BackupPlace): Promise<DatedBackup[]> {
  const names = (await place.names()).filter((name) => NAME.test(name)).sort()
  return names.map((name) => ({ name, madeAt: new Date(name.replace(NAME, '$1:$2:$3')) }))
}

/** Age in seconds of the newest scheduled backup; infinite without one, or if the place cannot be read. */
export async function ageOfNewestBackup(place: BackupPlace): Promise<number> {
  const newest = (await listBackups(place).catch(() => [])).at(-1)
  return newest ? (Date.now() - newest.madeAt.getTime()) / 1000 : Number.POSITIVE_INFINITY
}

/** File ending of a backup; `.age` means encrypted. */
export function backupFileEnding(passphrase: string | null): string {
  return passphrase === null ? '.tar.zst' : '.tar.zst.age'
}

/** Whether a file is encrypted according to its name; also while it is being written. */
export function isNamedEncrypted(name: string): boolean {
  return /\.age(?:\.unfinished)?$/.test(name)
}

/** A time in the name of a file, in UTC: '2026-11-29T03-00-00Z'. */
export function fileTime(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}
