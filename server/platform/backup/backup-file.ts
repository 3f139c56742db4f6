import path from 'node:path'
import { parseBucket } from '../config/storage-config.ts'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { BucketPlace } from './bucket-place.ts'
import { type BackupPlace, FolderPlace } from './place.ts'

/** A backup: the place that stores it, its name there, and the passphrase of the site. */
export type BackupFile = Readonly<{ place: BackupPlace; name: string; passphrase: string | null }>

type Settings = Pick<Config, 'backup'>

/** Path or URL of a backup, as messages show it. */
export function addressOf({ place, name }: BackupFile): string {
  return place.addressOf(name)
}

/**
 * @param address path or URL; a URL without credentials of the bucket of `BACKUP_URL` gets those.
 * @throws {StartError}
 */
export function openBackupFile({ backup }: Settings, address: string): BackupFile {
  const { passphrase } = backup
  if (!/^s3(?:\+http)?:/.test(address)) {
    const file = path.resolve(address)
    return { place: new FolderPlace(path.dirname(file)), name: path.basename(file), passphrase }
  }
  const given = parseBucket(address)
  if (given === null || given.prefix === '')
    throw new StartError('A backup in a store is called s3://host/bucket/NAME, with s3+http:// for one without TLS.')
  const folders = given.prefix.slice(0, -1).split('/')
  const name = folders.pop() ?? ''
  const known = backup.bucket
  const isKnown = known !== null && known.endpoint === given.endpoint && known.bucket === given.bucket
  const { credentials, region } = given.credentials === null && isKnown ? known : given
  const prefix = folders.map((folder) => `${folder}/`).join('')
  return { place: new BucketPlace({ ...given, credentials, region, prefix }), name, passphrase }
}

/** Places of scheduled backups; none without `BACKUP_DIR` and `BACKUP_URL`. The caller closes them. */
export function openBackupPlaces({ backup }: Settings): BackupPlace[] {
  return [
    ...(backup.folder === null ? [] : [new FolderPlace(backup.folder)]),
    ...(backup.bucket === null ? [] : [new BucketPlace(backup.bucket)]),
  ]
}
