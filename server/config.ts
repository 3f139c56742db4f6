import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type Limits, readLimits } from './config/limits-config.ts'
import { type MailConfig, readMailConfig } from './config/mail-config.ts'
import { type PlacesConfig, readPlacesConfig } from './config/places-config.ts'
import { type ProcessesConfig, readProcesses } from './config/processes-config.ts'
import { ConfigError, type Env, EnvReader } from './env-reader.ts'

export { shareOf } from './config/processes-config.ts'

/** All settings of the operator, read once. `.env.example` explains each. */
export type Config = ProcessesConfig &
  Readonly<{
    mode: 'production' | 'development' | 'test'
    host: string
    port: number
    dataDir: string
    /** null: the embedded PostgreSQL in the data folder. */
    databaseUrl: string | null
    /** Public origin of the site: scheme, host and port, without a trailing slash. */
    publicOrigin: string
    /** Where pictures are loaded from: `publicOrigin`, or a CDN in front of it. */
    imageOrigin: string
    /** Other hosts whose pictures may be shown in posts and profiles. */
    imageHosts: readonly string[]
    siteName: string
    /** null: a key made on first start and stored in the data folder. */
    secretKey: string | null
    /** Addresses or networks (CIDR) of the proxies whose X-Forwarded-For is trusted. */
    trustedProxies: readonly string[]
    logLevel: string
    /** Seconds for which `/readyz` answers 503 after a signal, before new requests are refused. */
    drainSeconds: number
    /** Processes that decode uploaded pictures; null: depends on the number of cores. */
    imageProcesses: number | null
    limits: Limits
    /** Seconds for which notices to one person are collected into one mail. */
    noticeSeconds: number
    mail: MailConfig
    places: PlacesConfig
  }>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The process's environment, plus `.env` in the working folder. Nothing else reads `process.env`. */
export function readEnvironment(): Env {
  if (existsSync('.env')) {
    for (const [name, value] of Object.entries(readEnvFile('.env'))) process.env[name] ??= value
  }
  // React reads it too: without it every page is rendered by the much slower development build.
  process.env.NODE_ENV ??= 'production'
  return process.env
}

/** Some editors start the file with a byte order mark, which would become part of the first name. */
function readEnvFile(file: string): Env {
  try {
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}.`])
  }
}

/**
 * Reads the environment into a frozen configuration.
 * @throws {ConfigError} listing every fault.
 */
export function loadConfig(env: Env): Config {
  const reader = new EnvReader(env)
  const { faults } = reader
  const host = reader.text('HOST', '127.0.0.1')
  const port = reader.whole('PORT', 3000, 0, 65535)
  const publicOrigin = readPublicOrigin(reader, host, port)
  const siteName = reader.text('SITE_NAME', '맛나눔')
  const mode = readMode(reader)
  const config: Config = {
    mode,
    ...readProcesses(reader, mode),
    host,
    port,
    dataDir: path.resolve(reader.text('DATA_DIR', './data')),
    databaseUrl: readDatabaseUrl(reader.optional('DATABASE_URL'), faults),
    publicOrigin,
    imageOrigin: readImageOrigin(reader) ?? publicOrigin,
    imageHosts: readImageHosts(reader),
    siteName,
    secretKey: readSecretKey(reader),
    trustedProxies: readTrustedProxies(reader),
    logLevel: readLogLevel(reader),
    drainSeconds: reader.whole('DRAIN_SECONDS', 1, 0, 300),
    imageProcesses: reader.optional('IMAGE_PROCESSES') ? reader.whole('IMAGE_PROCESSES', 1, 1, 16) : null,
    limits: readLimits(reader),
    noticeSeconds: reader.whole('NOTICE_SECONDS', 60, 0, 3600),
    mail: readMailConfig(reader, siteName, URL.parse(publicOrigin)?.hostname),
    places: readPlacesConfig(reader),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

/** Whether cookies can have the `__Host-` prefix and Secure. */
export function isSecure(config: Config): boolean {
  return config.publicOrigin.startsWith('https:')
}

/** Settings that are probably mistakes, one sentence each. */
export function warningsOf(config: Config): string[] {
  if (!isSecure(config) || config.trustedProxies.length > 0) return []
  return [
    'PUBLIC_ORIGIN is https, so a proxy stands in front, but TRUST_PROXY does not say where: all visitors count as one, ' +
      'and a few wrong passwords of one (LIMIT_LOGIN_ADDRESS) keep everybody else from logging in. Set TRUST_PROXY to the address of the proxy.',
  ]
}

/** Whether the host is this machine's loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** An address, or a network in CIDR notation; not the whole internet, which Fastify refuses too. */
function isNetwork(text: string): boolean {
  const [, address = '', width] = /^(.*?)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && width !== '0' && Number(width ?? 0) <= (family === 4 ? 32 : 128)
}

function readMode(reader: EnvReader): Config['mode'] {
  const mode = reader.text('NODE_ENV', 'production')
  if (mode === 'production' || mode === 'development' || mode === 'test') return mode
  reader.faults.push(`NODE_ENV must be production, development or test, but is "${mode}".`)
  return 'production'
}

function readPublicOrigin(reader: EnvReader, host: string, port: number): string {
  if (!reader.optional('PUBLIC_ORIGIN') && !isLoopback(host)) {
    reader.faults.push(
      `HOST is "${host}", which other machines can reach, so PUBLIC_ORIGIN must say the https address people will use.`,
    )
  }
  return readOrigin('PUBLIC_ORIGIN', reader.text('PUBLIC_ORIGIN', loopbackOrigin(host, port)), reader.faults)
}

function readImageOrigin(reader: EnvReader): string | null {
  const value = reader.optional('IMAGE_ORIGIN')
  return value === null ? null : readOrigin('IMAGE_ORIGIN', value, reader.faults)
}

function readImageHosts(reader: EnvReader): string[] {
  const hosts = reader.list('IMAGE_HOSTS')
  for (const name of hosts) {
    if (/^[a-z0-9.-]+(?::\d+)?$/i.test(name)) continue
    reader.faults.push(`IMAGE_HOSTS must list host names, but has "${name}".`)
  }
  return hosts
}

function readSecretKey(reader: EnvReader): string | null {
  const key = reader.optional('SECRET_KEY')
  if (key !== null && key.length < 32) {
    reader.faults.push(
      'SECRET_KEY must have at least 32 characters; leave it out to have one made and kept in DATA_DIR.',
    )
  }
  return key
}

function readTrustedProxies(reader: EnvReader): string[] {
  const proxies = reader.list('TRUST_PROXY')
  for (const proxy of proxies) {
    if (isNetwork(proxy)) continue
    reader.faults.push(`TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, but has "${proxy}".`)
  }
  return proxies
}

function readLogLevel(reader: EnvReader): string {
  const level = reader.text('LOG_LEVEL', 'info')
  if (!LOG_LEVELS.includes(level)) {
    reader.faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is "${level}".`)
  }
  return level
}

function loopbackOrigin(host: string, port: number): string {
  const name = host === '::1' ? '[::1]' : isLoopback(host) ? host : '127.0.0.1'
  return `http://${name}:${port}`
}

function readOrigin(name: string, value: string, faults: string[]): string {
  const url = URL.parse(value)
  if (
    !url ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.pathname !== '/' ||
    url.search ||
    url.hash
  ) {
    faults.push(`${name} must be an address such as https://example.kr without a path, but is "${value}".`)
    return value
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    faults.push(`${name} is "${value}": a public address must be https, or everybody's session can be read on the way.`)
  }
  return url.origin
}

function readDatabaseUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    faults.push('DATABASE_URL must look like postgres://user:password@host:5432/name.')
  }
  return value
}
