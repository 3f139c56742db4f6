import { sql } from 'kysely'
import { jpegFileName } from '#rules/images.ts'
import { type Config, mostConnections } from '../config.ts'
import { type Database, hasTable, openClient } from '../database/connect.ts'
import {
  currentMigrationNames,
  LISTENER_NAME,
  migrationNames,
  requireKnownMigrations,
} from '../database/prepare-database.ts'
import { requireSecretOfData, type SealedTexts } from '../database/secret-of-data.ts'
import { openImageStore } from '../pictures/images.ts'
import type { ImageStore } from '../pictures/store.ts'
import { isResealing } from '../reseal.ts'
import { readSecrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

const TRIES = 5
const SLOW_MS = 20

const CLOCK_SECONDS = 2
const WRONG_CLOCK_SECONDS = 30

type Server = {
  version: number
  name: string
  encoding: string
  isEncrypted: boolean | null
  isLocal: boolean
  most: number
  instances: number
}

/** `nodes` are those of DATABASE_READ_URL. */
export async function checkDatabase(
  db: Database,
  config: Config,
  sealed: SealedTexts,
  nodes: readonly Node[],
): Promise<Finding[]> {
  const { rows } = await sql<Server>`select current_setting('server_version_num')::int / 10000 as version,
    current_setting('server_version') as name, current_setting('server_encoding') as encoding,
    (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted",
    coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and starts_with(application_name, ${LISTENER_NAME})) as instances`.execute(db)
  const [server] = rows
  if (!server) return []
  const { version, name, encoding, isEncrypted, isLocal } = server
  const isPrimaryRead = nodes.some(({ follows }) => follows === false)
  return [
    version < 18 ? faultFinding(`PostgreSQL is ${name}, but 18 or newer is needed.`) : okFinding(`PostgreSQL ${name}.`),
    ...(encoding === 'UTF8' ? [] : [faultFinding(`The database must have the encoding UTF8, but has ${encoding}.`)]),
    ...(isLocal || isEncrypted
      ? []
      : [warningFinding('The connection to the database is not encrypted: add ?sslmode=verify-full to DATABASE_URL.')]),
    ...(isEncrypted ? [okFinding('The connection to the database is encrypted.')] : []),
    checkConnections(server, mostConnections(config, isPrimaryRead)),
    ...(await checkPooler(config, mostConnections(config))),
    await checkSpeed(db),
    await checkClock(db),
    ...(await checkData(db, config, sealed)),
  ]
}

/** Takes other running instances to be like this one. */
function checkConnections({ most, instances }: Pick<Server, 'most' | 'instances'>, ofOne: number): Finding {
  const all = ofOne * Math.max(1, instances)
  const site = instances > 1 ? `the ${instances} instances that run now, if all are like this one,` : 'the site'
  return most < all
    ? warningFinding(
        `PostgreSQL allows ${most} connections, but ${site} may open ${all}: raise max_connections, or lower DATABASE_POOL.`,
      )
    : okFinding(`PostgreSQL allows ${most} connections; ${site} may open ${all} at most.`)
}

/**
 * Reports a pooler, which names process ids of its own. Only its administrator may ask how many connections it keeps.
 */
export async function checkPooler({ databaseUrl }: Pick<Config, 'databaseUrl'>, wanted: number): Promise<Finding[]> {
  if (databaseUrl === null) return []
  const client = openClient({ connectionString: databaseUrl, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return []
    return [
      warningFinding(
        `DATABASE_URL leads through a pooler, such as PgBouncer: its default_pool_size has to be at least the connections of all instances, of which this one opens ${wanted} at most.`,
      ),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkSpeed(db: Database): Promise<Finding> {
  const times: number[] = []
  for (let i = 0; i < TRIES; i++) {
    const since = performance.now()
    await sql`select 1`.execute(db)
    times.push(performance.now() - since)
  }
  const fastest = Math.min(...times)
  const told = `The database answers in ${fastest.toFixed(1)} ms`
  return fastest > SLOW_MS
    ? warningFinding(`${told}: each page asks several times, so it should be nearer.`)
    : okFinding(`${told}.`)
}

/** Compares two clocks: expiry follows the database's, sign-in codes and logs follow this machine's. */
async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  const middle = (before + Date.now()) / 2000
  const seconds = Math.abs((rows[0]?.now ?? 0) - middle)
  const told = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s`
  if (seconds > WRONG_CLOCK_SECONDS) return faultFinding(`${told}: set both by NTP.`)
  return seconds > CLOCK_SECONDS ? warningFinding(`${told}: set both by NTP.`) : okFinding(`${told}.`)
}

async function checkData(db: Database, config: Config, sealed: SealedTexts): Promise<Finding[]> {
  if (!(await hasTable(db, 'kysely_migration')))
    return [warningFinding('The database is empty: the first start makes its tables.')]
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return [checkMigrations(rows.map(({ name }) => name)), await checkSecret(db, config, sealed)]
}

function checkMigrations(done: readonly string[]): Finding {
  try {
    requireKnownMigrations(done)
  } catch (error) {
    return faultFinding((error as StartError).message)
  }
  const steps = migrationNames().length
  const waiting = steps - currentMigrationNames(done).length
  if (waiting > 0) return warningFinding(`The next start migrates the data, ${waiting} of ${steps} steps.`)
  return okFinding('The data have the tables of this version.')
}

async function checkSecret(db: Database, config: Config, sealed: SealedTexts): Promise<Finding> {
  try {
    const secrets = await readSecrets(config)
    await requireSecretOfData(db, secrets, sealed, config)
    if (!secrets?.former) return okFinding('The key of the site is the one that sealed its data.')
    return (await isResealing(db, secrets))
      ? warningFinding(
          'The data are being sealed with the new key of the site: keep SECRET_KEY_OLD until that is done.',
        )
      : okFinding(
          'All data are sealed with the new key of the site. SECRET_KEY_OLD, or secret.key.old, only keeps links in sent mails and known browsers: remove it after a month.',
        )
  } catch (error) {
    if (error instanceof StartError) return faultFinding(error.message)
    throw error
  }
}

export async function isSiteRunning(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${LISTENER_NAME}) limit 1`.execute(db)
  return rows.length > 0
}

/** A server of DATABASE_READ_URL; `follows` is null if it does not answer. */
export type Node = Readonly<{ host: string; follows: boolean | null; failure?: string }>

/**
 * Checks that the addresses of replicas answer. With Patroni the address of each node is listed, and one of them is the
 * primary.
 */
export function checkReplicas(nodes: readonly Node[]): Finding[] {
  const hasReplica = nodes.some(({ follows }) => follows)
  return nodes.map(({ host, follows, failure }) => {
    if (follows === null) return faultFinding(`The replica ${host} does not answer: ${failure}.`)
    if (follows) return okFinding(`The replica ${host} answers.`)
    if (hasReplica) return okFinding(`${host} in DATABASE_READ_URL is the primary now, and is read as well.`)
    return faultFinding(`${host} in DATABASE_READ_URL is no replica: it follows no other database.`)
  })
}

export function askNodes(urls: readonly string[]): Promise<Node[]> {
  return Promise.all(urls.map(askNode))
}

async function askNode(connectionString: string): Promise<Node> {
  const host = new URL(connectionString).host
  const client = openClient({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    return { host, follows: rows[0]?.follows === true }
  } catch (error) {
    return { host, follows: null, failure: (error as Error).message }
  } finally {
    await client.end().catch(() => {})
  }
}

const PAGE = 1000
const LOOKUP_CONCURRENCY = 20

export async function checkPictures(db: Database, config: Config): Promise<Finding[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const store = openImageStore(config)
  try {
    return findingsOf(await findMissing(db, store), await findStray(db, store))
  } finally {
    store.close()
  }
}

function findingsOf({ rows, missing }: { rows: number; missing: string[] }, stray: string[]): Finding[] {
  const [first] = missing
  return [
    first === undefined
      ? okFinding(`The files of all ${rows} pictures are there.`)
      : faultFinding(
          `The files of ${missing.length} of ${rows} pictures are missing, such as ${jpegFileName(first)}: take them from a backup.`,
        ),
    ...(stray[0] === undefined
      ? []
      : [warningFinding(`${stray.length} stored pictures belong to nothing, such as ${jpegFileName(stray[0])}.`)]),
  ]
}

async function findMissing(db: Database, store: ImageStore): Promise<{ rows: number; missing: string[] }> {
  const missing: string[] = []
  let rows = 0
  for (let last = 0; ; ) {
    const { rows: page } = await sql<{ id: number; key: string }>`
      select id, key from images where id > ${last} and claimed_at is not null order by id limit ${sql.lit(PAGE)}`.execute(
      db,
    )
    for (let at = 0; at < page.length; at += LOOKUP_CONCURRENCY) {
      const some = page.slice(at, at + LOOKUP_CONCURRENCY)
      const found = await Promise.all(some.map(({ key }) => store.open(jpegFileName(key))))
      missing.push(...some.flatMap(({ key }, index) => (found[index] ? [] : key)))
    }
    rows += page.length
    const end = page.at(-1)
    if (!end) return { rows, missing }
    last = end.id
  }
}

/** Keys of files without a row. An upload writes its row first, so a new file has one. */
async function findStray(db: Database, store: ImageStore): Promise<string[]> {
  const stray = new Set<string>()
  for await (const keys of store.keys()) {
    const { rows } = await sql<{ key: string }>`select key from images where key = any(${keys}::text[])`.execute(db)
    const known = new Set(rows.map(({ key }) => key))
    for (const key of keys) if (!known.has(key)) stray.add(key)
  }
  return [...stray]
}
