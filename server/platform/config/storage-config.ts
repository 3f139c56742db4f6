import { statSync } from 'node:fs'
import path from 'node:path'
import type { EnvReader } from '../env-reader.ts'

export function readDatabaseConfig(reader: EnvReader) {
  const url = reader.optional('DATABASE_URL')
  const replicas = reader.list('DATABASE_READ_URL')
  if (replicas.length > 0 && url === null) {
    reader.faults.push('DATABASE_READ_URL names replicas of the database of DATABASE_URL, which is not set.')
  }
  return {
    /** null starts the embedded PostgreSQL. */
    databaseUrl: url && readUrl('DATABASE_URL', url, reader.faults),
    /** Replicas, for reads that all readers share. */
    databaseReadUrls: replicas.map((replica) => readUrl('DATABASE_READ_URL', replica, reader.faults)),
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
  // The client treats these modes as verify-full, with a warning.
  return value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

export function readBackupConfig(reader: EnvReader) {
  const folder = readBackupFolder(reader)
  const bucket = readBucketConfig(reader, 'BACKUP_URL')
  const images = parseBucket(reader.optional('IMAGES_URL') ?? '')
  if (bucket && images && bucketUrl(bucket) === bucketUrl(images))
    reader.faults.push('BACKUP_URL must be another bucket or folder than IMAGES_URL.')
  return {
    /** Scheduled backups go into the folder and the bucket, if set. */
    folder,
    bucket,
    /** Encrypts backups; null leaves them readable. */
    passphrase: readPassphrase(reader),
    /** Seconds between two backups. */
    every: reader.time('BACKUP_EVERY', '1d'),
    keep: reader.whole('BACKUP_KEEP', 7, 1, 1000),
    /** Number of weeks, and of months, of which the newest backup is kept too. */
    weeks: reader.whole('BACKUP_KEEP_WEEKS', 4, 0, 1000),
    months: reader.whole('BACKUP_KEEP_MONTHS', 6, 0, 1000),
    /** Seconds between two trial restores; null makes none. */
    checkEvery: reader.text('BACKUP_CHECK_EVERY', '30d') === 'off' ? null : reader.time('BACKUP_CHECK_EVERY', '30d'),
    /** Seconds for which any moment of the embedded database can be restored; null archives no log. */
    logKeep: reader.text('BACKUP_LOG_KEEP', '7d') === 'off' ? null : reader.time('BACKUP_LOG_KEEP', '7d'),
    /** Whether a migration begins without a backup before it. */
    skipsMigrationBackup: reader.oneOf('MIGRATE_WITHOUT_BACKUP', ['0', '1'], '0') === '1',
  }
}

const SHORTEST_PASSPHRASE = 12

function readPassphrase(reader: EnvReader): string | null {
  const passphrase = reader.optional('BACKUP_PASSPHRASE')
  if (passphrase !== null && passphrase.length < SHORTEST_PASSPHRASE)
    reader.faults.push(`BACKUP_PASSPHRASE must have at least ${SHORTEST_PASSPHRASE} characters.`)
  return passphrase
}

/** A folder that may be missing, but is not a file. */
function readBackupFolder(reader: EnvReader): string | null {
  const value = reader.optional('BACKUP_DIR')
  if (value === null) return null
  const folder = path.resolve(value)
  const file = fileOn(folder)
  if (file === null) return folder
  reader.faults.push(`BACKUP_DIR must be a folder, but ${file} is a file.`)
  return null
}

/** First file in place of a folder on the path, or null; unreadable paths are reported where they are used. */
function fileOn(folder: string): string | null {
  try {
    return statSync(folder).isDirectory() ? null : folder
  } catch {
    const parent = path.dirname(folder)
    return parent === folder ? null : fileOn(parent)
  }
}

export type BucketConfig = NonNullable<ReturnType<typeof readBucketConfig>>

const SCHEMES: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' }

/** An S3-compatible store, with a prefix of names that ends in a slash, or null. */
export function readBucketConfig(reader: EnvReader, name: 'IMAGES_URL' | 'BACKUP_URL') {
  const value = reader.optional(name)
  if (value === null) return null
  const bucket = parseBucket(value)
  if (bucket === null)
    reader.faults.push(
      `${name} must look like s3://KEY:SECRET@host/bucket?region=NAME, with s3+http:// for a store without TLS.`,
    )
  return bucket
}

/** Bucket of s3://KEY:SECRET@host/bucket/folder?region=NAME; null for another text. */
export function parseBucket(value: string) {
  const url = URL.parse(value)
  const scheme = SCHEMES[url?.protocol ?? '']
  const [bucket = '', ...folders] = (url?.pathname ?? '').split('/').filter(Boolean)
  if (!url?.host || !scheme || bucket === '' || (url.username === '') !== (url.password === '')) return null
  return {
    endpoint: `${scheme}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    /**
     * null leaves them to the AWS client, which reads AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the machine's
     * role.
     */
    credentials:
      url.username === ''
        ? null
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  }
}

/** URL of a bucket and its folder, without credentials: s3://host/bucket/folder. */
export function bucketUrl({ endpoint, bucket, prefix }: BucketConfig): string {
  const scheme = endpoint.startsWith('https:') ? 's3' : 's3+http'
  return `${scheme}://${new URL(endpoint).host}/${bucket}/${prefix}`.replace(/\/$/, '')
}
