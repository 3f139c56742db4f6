import type { EnvReader } from '../env-reader.ts'

export type DatabaseConfig = Readonly<{
  /** null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  /** Replicas of that database, from which is read what is the same for everybody. */
  databaseReadUrls: readonly string[]
  /** Seconds that a start waits for the database of `databaseUrl`, and for older instances to stop. */
  databaseWait: number
}>

export function readDatabase(reader: EnvReader): DatabaseConfig {
  const url = reader.optional('DATABASE_URL')
  const replicas = reader.list('DATABASE_READ_URL')
  if (replicas.length > 0 && url === null) {
    reader.faults.push('DATABASE_READ_URL names replicas of the database of DATABASE_URL, which is not set.')
  }
  return {
    databaseUrl: url && readUrl('DATABASE_URL', url, reader.faults),
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
  // The client treats them as verify-full, and prints a warning of its own.
  return value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
