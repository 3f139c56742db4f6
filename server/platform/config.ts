import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { readAddressConfig } from './config/address-config.ts'
import { readLimitConfig, readProcessConfig } from './config/limits-config.ts'
import { readLoginKeys } from './config/login-config.ts'
import { readMailConfig, readPlacesConfig } from './config/services-config.ts'
import { readBackupConfig, readBucketConfig, readDatabaseConfig } from './config/storage-config.ts'
import { distanceWithin, prepareLetters } from './edit-distance.ts'
import { ConfigError, type Env, EnvReader } from './env-reader.ts'
import { isLongEnoughSecret } from './secrets.ts'

export { mostConnections, shareOfProcess } from './config/limits-config.ts'

export const ENV_FILE = '.env'

export type Config = Readonly<ReturnType<typeof readAll>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** @throws {ConfigError} listing every fault. */
export function loadConfig(env: Env): Config {
  const { config, faults } = readConfig(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** All settings, and the faults in them; a faulty setting may have any value. */
export function readConfig(env: Env): { config: Config; faults: readonly string[] } {
  const reader = new EnvReader(env)
  const config = Object.freeze(readAll(reader))
  return { config, faults: [...reader.faults, ...formerNames(env)] }
}

/** Former names are faults, because such a limit would silently have no effect. */
function formerNames(env: Env): string[] {
  const former = Object.keys(env).filter((name) => /^LIMIT_[A-Z]+_ADDRESS$/.test(name))
  return former.map((name) => `${name} is called ${name.replace(/ADDRESS$/, 'NETWORK')} now: rename it.`)
}

function readAll(reader: EnvReader) {
  const addresses = readAddressConfig(reader)
  const siteName = reader.text('SITE_NAME', '맛나눔')
  const mode = reader.oneOf('NODE_ENV', ['production', 'development', 'test'], 'production')
  return {
    mode,
    ...readProcessConfig(reader, mode),
    ...addresses,
    dataDir: path.resolve(reader.text('DATA_DIR', './data')),
    ...readDatabaseConfig(reader),
    siteName,
    contact: readContact(reader),
    serviceWorker: reader.onOff('SERVICE_WORKER', true),
    pushHosts: readPushHosts(reader),
    /** null uses the key in the data folder, made on first start. */
    secretKey: readSecretKey(reader, 'SECRET_KEY'),
    /** The former key, while it is being changed; null uses `secret.key.old`, if there is one. */
    secretKeyOld: readSecretKey(reader, 'SECRET_KEY_OLD'),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: reader.oneOf('ACCESS_LOG', ['off', 'errors', 'all'], 'off'),
    isTraced: reader.url('OTEL_EXPORTER_OTLP_ENDPOINT') !== null,
    /** Local port of the metrics; null measures and serves none. */
    metricsPort: reader.optional('METRICS_PORT') ? reader.whole('METRICS_PORT', 9464, 1, 65_535) : null,
    /** Seconds for which `/readyz` answers 503 after a signal, before new requests are refused. */
    drainSeconds: reader.whole('DRAIN_SECONDS', 1, 0, 300),
    imageProcesses: reader.optional('IMAGE_PROCESSES') ? reader.whole('IMAGE_PROCESSES', 1, 1, 16) : null,
    /** null stores pictures in the data folder. */
    objectStore: readBucketConfig(reader, 'IMAGES_URL'),
    limits: readLimitConfig(reader),
    /** Days after they get their role in which moderators need neither two-step sign-in nor a passkey. */
    staffGraceDays: reader.whole('STAFF_GRACE_DAYS', 0, 0, 3650),
    /** Seconds in which notices about one account are combined into one mail. */
    noticeSeconds: reader.whole('NOTICE_SECONDS', 60, 0, 3600),
    backup: readBackupConfig(reader),
    logins: readLoginKeys(reader),
    mail: readMailConfig(reader, siteName, URL.parse(addresses.publicOrigin)?.hostname),
    places: readPlacesConfig(reader),
  }
}

/** Names of all environment variables that the site reads. */
export function settingNames(): ReadonlySet<string> {
  const reader = new EnvReader({})
  readAll(reader)
  return reader.names
}

/** Whether people reach the site by https. */
export function usesHttps(config: Config): boolean {
  return config.publicOrigin.startsWith('https:')
}

export function configWarnings(config: Config, envFile: Env = readEnvFile(), env: Env = {}): string[] {
  const names = settingNames()
  const unknown = [...unknownNameWarnings(envFile, names), ...misspeltNameWarnings(env, envFile, names)]
  if (!usesHttps(config) || config.trustedProxies.length > 0) return unknown
  return [
    'PUBLIC_ORIGIN is https, so a proxy stands in front, but TRUST_PROXY does not say where: all visitors count as one, ' +
      'and a few wrong passwords of one (LIMIT_LOGIN_NETWORK) keep everybody else from logging in. Set TRUST_PROXY to the address of the proxy.',
    ...unknown,
  ]
}

/** Spaces and angle brackets are refused, because the contact becomes a link in Markdown. */
function readContact(reader: EnvReader): string | null {
  const contact = reader.optional('CONTACT')
  if (contact !== null && !/^(?:https:\/\/[^\s<>]+|[^\s<>@]+@[^\s<>@]+)$/.test(contact)) {
    reader.faults.push(`CONTACT must be an e-mail address or an https URL, but is "${contact}".`)
  }
  return contact
}

function readSecretKey(reader: EnvReader, name: 'SECRET_KEY' | 'SECRET_KEY_OLD'): string | null {
  const key = reader.optional(name)
  if (key !== null && !isLongEnoughSecret(key)) {
    const advice = name === 'SECRET_KEY' ? '; leave it out to have one made and kept in DATA_DIR' : ''
    reader.faults.push(`${name} must have at least 32 characters${advice}.`)
  }
  return key
}

/** Push services of Chrome and Edge, Firefox, Safari and Windows. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

function readPushHosts(reader: EnvReader): readonly string[] {
  const hosts = reader.list('PUSH_HOSTS')
  for (const name of hosts) {
    if (/^[a-z0-9.-]+$/i.test(name)) continue
    reader.faults.push(`PUSH_HOSTS must list host names without a port, but has "${name}".`)
  }
  return hosts.length > 0 ? hosts : PUSH_HOSTS
}

/** Adds the lines of `.env` to `process.env`, whose own values win, and returns that. */
export function readEnvironment(): Env {
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ??= value
  // React reads NODE_ENV too: without it every page is rendered by the much slower development build.
  process.env.NODE_ENV ??= 'production'
  return process.env
}

/** Drops a byte order mark, which would become part of the first name. @throws {ConfigError} */
function readEnvFile(): Env {
  if (!existsSync(ENV_FILE)) return {}
  try {
    return parseEnv(readFileSync(ENV_FILE, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError([`${ENV_FILE} cannot be read: ${(error as Error).message}.`])
  }
}

/** Names of secrets, and of URLs that may hold a password. */
const HOLDS_SECRET =
  /^(?:SECRET_KEY|SECRET_KEY_OLD|BACKUP_PASSPHRASE|PGPASSWORD|AWS_SECRET_ACCESS_KEY|OTEL_EXPORTER_OTLP_HEADERS|EMAILJS_PRIVATE_KEY|MAIL_HOOK_SECRET|KAKAO_REST_KEY|KAKAO_LOGIN_ADMIN_KEY|(?:KAKAO|NAVER)_LOGIN_CLIENT_SECRET)$/
const PASSWORD_IN_URL = /^[a-z0-9+]+:\/\/[^/?#]*:[^/?#]*@/i

/** Names of the variables in `.env` that hold a secret. */
export function secretNamesInEnvFile(file: Env = readEnvFile()): string[] {
  const isSecret = ([name, value = '']: [string, string | undefined]) =>
    value.trim() !== '' && (HOLDS_SECRET.test(name) || PASSWORD_IN_URL.test(value.trim()))
  return Object.entries(file)
    .filter(isSecret)
    .map(([name]) => name)
}

/** Variables that Node, OpenTelemetry, the PostgreSQL and AWS clients and the system read. */
const READ_BY_OTHERS = /^(?:NODE_\w+|OTEL_\w+|AWS_\w+|PG[A-Z]+|TZ|(?:https?|no)_proxy)$/i

function unknownNameWarnings(file: Env, known: ReadonlySet<string>): string[] {
  const unknown = Object.keys(file).filter((name) => !known.has(name) && !READ_BY_OTHERS.test(name))
  return unknown.map((name) => {
    const meant = nearestName(name, known)
    const advice = meant ? `did you mean ${meant}?` : '.env.example lists all settings.'
    return `${ENV_FILE} sets ${name}, which is not a setting and has no effect: ${advice}`
  })
}

/** The environment holds names of other programs, so only names one letter away from a setting are reported. */
function misspeltNameWarnings(env: Env, file: Env, known: ReadonlySet<string>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name in file || known.has(name) || READ_BY_OTHERS.test(name) || name.length < SHORTEST_GUESSED) return []
    const meant = nearestName(name, known, 1)
    return meant ? `The environment sets ${name}, which has no effect: did you mean ${meant}?` : []
  })
}

const SHORTEST_GUESSED = 7

function nearestName(name: string, known: ReadonlySet<string>, limit = Math.ceil(name.length / 4)): string | undefined {
  const typed = prepareLetters(name.toUpperCase())
  const [nearest] = [...known]
    .map((other) => ({ other, distance: distanceWithin(typed, prepareLetters(other), limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.other
}
