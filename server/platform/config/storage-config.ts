import { statSync } from 'node:fs'
import path from 'node:path'
import type { EnvReader } from '../env-reader.ts'

export function readDatabase(reader: EnvReader) {
  const url = reader.optional('DATABASE_URL')
  const replicas = reader.list('DATABASE_READ_URL')
  if (replicas.length > 0 && url === null) {
    reader.faults.push('DATABASE_READ_URL names replicas of the database of DATABASE_URL, which is not set.')
  }
  return {
    /** null: the embedded PostgreSQL in the data folder. */
    databaseUrl: url && readUrl('DATABASE_URL', url, reader.faults),
    /** Replicas of that database, from which is read what is the same for everybody. */
    databaseReadUrls: replicas.map((replica) => readUrl('DATABASE_READ_URL', replica, reader.faults)),
    /** Seconds that a start waits for the database of `databaseUrl`, and for older instances to stop. */
    databaseWait: reader.whole('DATABASE_WAIT', 60, 0, 3600),
  }
}

function readUrl(name: string, value: string, faults: string[]): string {
  const url = URL.parse(value)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    faults.push(`${name} must look like postgres://user:password@host:5432/name.`)
    return value
  }
  if (url.searchParams.get('uselibpqcompat') === 'true') return value
  // The client treats them as verify-full, and prints a warning of its own.
  return value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

export function readBackupConfig(reader: EnvReader) {
  const folder = readBackupFolder(reader)
  return {
    /** null: no backups are made by themselves. */
    folder,
    /** Seconds from one to the next. */
    every: reader.time('BACKUP_EVERY', '1d'),
    /** How many are kept. */
    keep: reader.whole('BACKUP_KEEP', 7, 1, 1000),
  }
}

/** It need not be there yet, but no file may be in its place. */
function readBackupFolder(reader: EnvReader): string | null {
  const value = reader.optional('BACKUP_DIR')
  if (value === null) return null
  const folder = path.resolve(value)
  const file = fileOn(folder)
  if (file === null) return folder
  reader.faults.push(`BACKUP_DIR must be a folder, but ${file} is a file.`)
  return null
}

/** First file, not folder, on the path; null if there is none. Unreadable paths are checked by their user. */
function fileOn(folder: string): string | null {
  try {
    return statSync(folder).isDirectory() ? null : folder
  } catch {
    const parent = path.dirname(folder)
    return parent === folder ? null : fileOn(parent)
  }
}

/** An S3-compatible store of pictures. */
export type ObjectStoreConfig = NonNullable<ReturnType<typeof readObjectStore>>

const SCHEMES: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' }

const FORM =
  'IMAGES_URL must look like s3://KEY:SECRET@host/bucket?region=NAME, with s3+http:// for a store without TLS.'

export function readObjectStore(reader: EnvReader) {
  const value = reader.optional('IMAGES_URL')
  if (value === null) return null
  const url = URL.parse(value)
  const scheme = SCHEMES[url?.protocol ?? '']
  const [bucket = '', ...folders] = (url?.pathname ?? '').split('/').filter(Boolean)
  if (!url?.host || !scheme || bucket === '' || (url.username === '') !== (url.password === '')) {
    reader.faults.push(FORM)
    return null
  }
  return {
    /** Such as https://s3.example.kr:9000. */
    endpoint: `${scheme}://${url.host}`,
    bucket,
    /** Before each name in the bucket: empty, or ending in a slash. */
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    /** null: as the AWS client finds them, in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or in the machine's role. */
    credentials:
      url.username === ''
        ? null
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  }
}
