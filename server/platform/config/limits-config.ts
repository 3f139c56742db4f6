import { availableParallelism } from 'node:os'
import type { EnvReader, Limit } from '../env-reader.ts'

/** Time for requests in flight to finish once the port is closed. */
export const DRAIN_MS = 6000

/** Milliseconds between two messages by which a worker shows the first process that it does not stand still. */
export const WORKER_BEAT_MS = 5000

const MOST_PROCESSES = 64

/** Most workers by default: each takes memory and database connections. */
const MOST_UNASKED = 16

/**
 * Default connections of one process, of each further one, and of all together. With `mostConnections`, two machines of
 * eight processes fit into PostgreSQL's default of 100.
 */
const POOL = { one: 10, further: 3, most: 160 }

const LEAST_POOL = 2

/** Listening 1, jobs 4, shared folder 1, bundle 1, backup 1, and those of commands such as the doctor's 3. */
const BESIDE_POOLS = 16

const HEAP_MB = 384

const CACHE_MB = 160

export function readProcessConfig(reader: EnvReader, mode: string) {
  const unasked = mode === 'production' ? Math.min(MOST_UNASKED, availableParallelism()) : 1
  const processes = reader.whole('WEB_CONCURRENCY', unasked, 1, MOST_PROCESSES)
  if (mode === 'development' && processes > 1) reader.faults.push('WEB_CONCURRENCY must be 1 in development.')
  const pool = Math.min(POOL.most, POOL.one + POOL.further * (processes - 1))
  const config = { processes }
  return {
    processes,
    databasePool: shareOfProcess(config, reader.whole('DATABASE_POOL', pool, LEAST_POOL * processes, 1000)),
    /** Only checked here: `scripts/bootstrap/run.mjs` reads it too, for the options with which Node starts. */
    heapMb: reader.whole('HEAP_MB', HEAP_MB, 128, 65_536),
    /** Memory of each process for shared responses, beside its heap. */
    cacheMb: reader.whole('CACHE_MB', CACHE_MB, 1, 65_536),
    passwordQueue: shareOfProcess(config, reader.whole('PASSWORD_QUEUE', 100, 1, 10_000)),
  }
}

type Pools = Readonly<{ processes: number; databasePool: number; databaseReadUrls: readonly string[] }>

/**
 * Connections to the primary that this machine's site and its commands open at most. `isPrimaryRead`: DATABASE_READ_URL
 * names the primary as well, as with Patroni. Another replica gets fewer.
 */
export function mostConnections({ processes, databasePool, databaseReadUrls }: Pools, isPrimaryRead = false): number {
  const probes = databaseReadUrls.length > 0 ? 1 : 0
  const asReplica = isPrimaryRead ? databasePool + 1 : 0
  return processes * (databasePool + probes + asReplica) + BESIDE_POOLS
}

/** Share of one process in a limit of the whole site. */
export function shareOfProcess({ processes }: { processes: number }, total: number, least = 1): number {
  return Math.max(least, Math.floor(total / processes))
}

/**
 * Actions of members that are limited by account and by network; new accounts have lower limits for posts, comments and
 * follows.
 */
export type LimitedKind =
  | 'post'
  | 'comment'
  | 'like'
  | 'change'
  | 'follow'
  | 'report'
  | 'newcomer'
  | 'export'
  | 'import'

export type RateLimit = Readonly<{ account: Limit; network: Limit }>

/** Share of the usual limits that each value of LIMITS allows. */
const STRICTNESS = { relaxed: 3, normal: 1, strict: 1 / 3 } as const

/** Values of the setting LIMITS. */
export type Strictness = keyof typeof STRICTNESS

/** A limit in effect; `isOwn`: set by its own variable instead of LIMITS. */
export type EffectiveLimit = Readonly<{ name: string; value: string; isOwn: boolean }>

export function readLimitConfig(reader: EnvReader) {
  const strictness = reader.oneOf('LIMITS', Object.keys(STRICTNESS) as Strictness[], 'normal')
  const limits = new LimitReader(reader, strictness)
  return { ...readEach(limits), strictness, effective: limits.effective }
}

class LimitReader {
  readonly effective: EffectiveLimit[] = []
  readonly #reader: EnvReader
  readonly #factor: number

  constructor(reader: EnvReader, strictness: Strictness) {
    this.#reader = reader
    this.#factor = STRICTNESS[strictness]
  }

  limit(name: string, usual: string): Limit {
    return this.#read(name, scaled(usual, this.#factor))
  }

  /** Limits of guesses, and of mails to people who may not have asked for them; LIMITS=relaxed leaves these as they are. */
  guarded(name: string, usual: string): Limit {
    return this.#read(name, scaled(usual, Math.min(1, this.#factor)))
  }

  #read(name: string, fallback: string): Limit {
    const value = this.#reader.text(name, fallback)
    this.effective.push({ name, value, isOwn: this.#reader.optional(name) !== null })
    return this.#reader.limit(name, fallback)
  }
}

/** '60/1h' becomes '20/1h', and at least 1. */
function scaled(usual: string, factor: number): string {
  const [count, time] = usual.split('/')
  return `${Math.max(1, Math.round(Number(count) * factor))}/${time}`
}

function readEach(reader: LimitReader) {
  const rates: Record<LimitedKind, RateLimit> = {
    post: readRate(reader, 'POST', '60/1h', '300/1h'),
    comment: readRate(reader, 'COMMENT', '60/1h', '300/1h'),
    like: readRate(reader, 'LIKE', '120/1m', '3000/1m'),
    change: readRate(reader, 'CHANGE', '300/1h', '3000/1h'),
    follow: readRate(reader, 'FOLLOW', '300/1d', '3000/1d'),
    report: readRate(reader, 'REPORT', '20/1d', '200/1d'),
    newcomer: readRate(reader, 'NEWCOMER', '30/1d', '3000/1d'),
    export: readRate(reader, 'EXPORT', '10/1h', '100/1h'),
    import: readRate(reader, 'IMPORT', '20/1d', '300/1d'),
  }
  return {
    rates,
    // Failed logins: of one e-mail address from one network, of one network, of one address from unknown devices.
    login: reader.guarded('LIMIT_LOGIN', '5/15m'),
    loginNetwork: reader.guarded('LIMIT_LOGIN_NETWORK', '50/15m'),
    loginAccount: reader.guarded('LIMIT_LOGIN_ACCOUNT', '100/1h'),
    // Wrong codes of the second step of a login to one account: from one network, from one known device, or from all
    // unknown ones.
    codes: reader.guarded('LIMIT_CODES', '30/1d'),
    // Recoveries: of one e-mail address or one known device; of all known devices of one account.
    recovery: reader.guarded('LIMIT_RECOVERY', '5/1h'),
    recoveryDevices: reader.guarded('LIMIT_RECOVERY_DEVICES', '20/1h'),
    // Sign-ups from one network; those, and changes of address, with an e-mail address that is taken.
    signup: reader.limit('LIMIT_SIGNUP', '200/1h'),
    signupTaken: reader.guarded('LIMIT_SIGNUP_TAKEN', '30/1h'),
    // Changes of one account's e-mail address; mails about changes to one address, and caused by one network.
    emailChanges: reader.guarded('LIMIT_EMAIL_CHANGES', '3/1d'),
    notices: reader.guarded('LIMIT_NOTICES', '5/1d'),
    noticesNetwork: reader.guarded('LIMIT_NOTICES_NETWORK', '300/1d'),
    // Mails that verify an address: of one account, and to one address; and caused by one network.
    verificationMails: reader.guarded('LIMIT_VERIFICATION_MAILS', '10/1d'),
    verificationMailsNetwork: reader.guarded('LIMIT_VERIFICATION_MAILS_NETWORK', '300/1h'),
    // Proofs by passkey of one account, a login among them; successes count.
    passkeys: reader.guarded('LIMIT_PASSKEYS', '60/1h'),
    // Browsers that come back from a provider's login (Kakao, Naver), in one network; successes count.
    providerLogins: reader.guarded('LIMIT_PROVIDER_LOGINS', '300/1h'),
    // Mails with temporary passwords to one address.
    recoveryMails: reader.guarded('LIMIT_RECOVERY_MAILS', '15/1d'),
    // Uploads of one account (or of all visitors of a network) for a while and in a day, and of one network. Megabytes are rounded up.
    upload: reader.limit('LIMIT_UPLOAD', '60/10m'),
    uploadDay: reader.limit('LIMIT_UPLOAD_DAY', '600/1d'),
    uploadNetwork: reader.limit('LIMIT_UPLOAD_NETWORK', '600/10m'),
    uploadMegabytes: reader.limit('LIMIT_UPLOAD_MEGABYTES', '1000/10m'),
  }
}

function readRate(reader: LimitReader, name: string, account: string, network: string): RateLimit {
  return {
    account: reader.limit(`LIMIT_${name}`, account),
    network: reader.limit(`LIMIT_${name}_NETWORK`, network),
  }
}
