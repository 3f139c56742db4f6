import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { type PlacesConfig, readPlacesConfig } from './places/places-config.ts'

/** Everything the operator decides, read once. `.env.example` explains each name. */
export type Config = Readonly<{
  mode: 'production' | 'development' | 'test'
  host: string
  port: number
  dataDir: string
  /** null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  databasePool: number
  /** Scheme, host and port under which people reach the site, without a trailing slash. */
  publicOrigin: string
  /** Where pictures are read from: `publicOrigin`, or a CDN in front of it. */
  imageOrigin: string
  /** Hosts besides our own whose pictures posts and profiles may show. */
  imageHosts: readonly string[]
  siteName: string
  /** null: a key made on first start and kept in the data folder. */
  secretKey: string | null
  /** Addresses or networks (CIDR) of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  logLevel: string
  /** Password computations that may wait for their turn; past it logins answer UNAVAILABLE. */
  passwordQueue: number
  limits: Limits
  mail: MailConfig
  places: PlacesConfig
}>

/** How mail leaves (decision D32); with neither way configured it is written to files. */
export type MailConfig = Readonly<{
  from: string
  smtpUrl: string | null
  emailJs: EmailJsConfig | null
}>

export type EmailJsConfig = Readonly<{
  serviceId: string
  templateId: string
  publicKey: string
  /** EmailJS asks for it when the account does not allow calls without one. */
  privateKey: string | null
  url: string
}>

/** At most `count` failures in `seconds`. */
export type Limit = Readonly<{ count: number; seconds: number }>

/** How many failures are borne before RATE_LIMITED (threats 15 to 22). */
export type Limits = Readonly<{
  /** Failed logins of one e-mail address from one network address. */
  login: Limit
  /** Failed logins from one network address. */
  loginAddress: Limit
  /** Failed logins of one e-mail address from anywhere but a known device. */
  loginAccount: Limit
  /** Recovery attempts for one e-mail address. */
  recovery: Limit
  /** Sign-ups with a taken e-mail address from one network address. */
  signupTaken: Limit
}>

/** Every fault of the environment at once, a sentence each. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

type Env = Readonly<Record<string, string | undefined>>

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
/** Seconds of a year; the database counts them in an integer. */
const LONGEST_LIMIT = 365 * 86_400
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The process's environment, with what `.env` in the working folder adds to it. Nothing else reads `process.env`. */
export function readEnvironment(): Env {
  if (existsSync('.env')) {
    for (const [name, value] of Object.entries(readEnvFile('.env'))) process.env[name] ??= value
  }
  // React decides by it, too: without it every page is rendered by the many times slower development build.
  process.env.NODE_ENV ??= 'production'
  return process.env
}

/** Some editors put a byte order mark first, which would become part of the first name. */
function readEnvFile(file: string): Env {
  try {
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError([`${file} cannot be read: ${(error as Error).message}.`])
  }
}

/**
 * Reads the environment into a frozen configuration.
 * @throws {ConfigError} naming every fault.
 */
export function loadConfig(env: Env): Config {
  const faults: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const optional = (name: string) => env[name]?.trim() || null
  const list = (name: string) =>
    text(name, '')
      .split(',')
      .flatMap((part) => part.trim() || [])

  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = Number(text(name, String(fallback)))
    if (!Number.isInteger(value) || value < min || value > max) {
      faults.push(`${name} must be a whole number from ${min} to ${max}, but is "${env[name]}".`)
      // What follows from it is no fault of its own.
      return fallback
    }
    return value
  }

  const limit = (name: string, fallback: string): Limit => {
    const match = /^([1-9]\d{0,6})\/([1-9]\d{0,4})([smhd])$/.exec(text(name, fallback))
    const read = { count: Number(match?.[1]), seconds: Number(match?.[2]) * (SECONDS[match?.[3] ?? ''] ?? 0) }
    if (!match || read.seconds > LONGEST_LIMIT) {
      faults.push(
        `${name} must look like ${fallback} (failures, then a time in s, m, h or d, 365d at most), but is "${env[name]}".`,
      )
    }
    return read
  }

  const mode = text('NODE_ENV', 'production')
  if (mode !== 'production' && mode !== 'development' && mode !== 'test') {
    faults.push(`NODE_ENV must be production, development or test, but is "${mode}".`)
  }
  const host = text('HOST', '127.0.0.1')
  const port = whole('PORT', 3000, 0, 65535)
  const publicOrigin = readOrigin('PUBLIC_ORIGIN', text('PUBLIC_ORIGIN', loopbackOrigin(host, port)), faults)
  if (!optional('PUBLIC_ORIGIN') && !isLoopback(host)) {
    faults.push(
      `HOST is "${host}", which other machines can reach, so PUBLIC_ORIGIN must say the https address people will use.`,
    )
  }
  const config: Config = {
    mode: mode as Config['mode'],
    host,
    port,
    dataDir: path.resolve(text('DATA_DIR', './data')),
    databaseUrl: readDatabaseUrl(optional('DATABASE_URL'), faults),
    databasePool: whole('DATABASE_POOL', 10, 2, 200),
    publicOrigin,
    imageOrigin: readOrigin('IMAGE_ORIGIN', text('IMAGE_ORIGIN', publicOrigin), faults),
    imageHosts: list('IMAGE_HOSTS'),
    siteName: text('SITE_NAME', '맛나눔'),
    secretKey: optional('SECRET_KEY'),
    trustedProxies: list('TRUST_PROXY'),
    logLevel: text('LOG_LEVEL', 'info'),
    passwordQueue: whole('PASSWORD_QUEUE', 100, 1, 10_000),
    limits: {
      login: limit('LIMIT_LOGIN', '5/15m'),
      loginAddress: limit('LIMIT_LOGIN_ADDRESS', '50/15m'),
      loginAccount: limit('LIMIT_LOGIN_ACCOUNT', '100/1h'),
      recovery: limit('LIMIT_RECOVERY', '5/1h'),
      signupTaken: limit('LIMIT_SIGNUP_TAKEN', '30/1h'),
    },
    mail: {
      from: readSender(
        text('MAIL_FROM', `${text('SITE_NAME', '맛나눔')} <no-reply@${URL.parse(publicOrigin)?.hostname}>`),
        faults,
      ),
      smtpUrl: readSmtpUrl(optional('SMTP_URL'), faults),
      emailJs: readEmailJs(optional, faults),
    },
    places: readPlacesConfig(env, faults),
  }
  if (config.secretKey !== null && config.secretKey.length < 32) {
    faults.push('SECRET_KEY must have at least 32 characters; leave it out to have one made and kept in DATA_DIR.')
  }
  if (!LOG_LEVELS.includes(config.logLevel)) {
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is "${config.logLevel}".`)
  }
  for (const proxy of config.trustedProxies) {
    if (!isNetwork(proxy)) {
      faults.push(`TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, but has "${proxy}".`)
    }
  }
  for (const name of config.imageHosts) {
    if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(name)) faults.push(`IMAGE_HOSTS must list host names, but has "${name}".`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

/** Whether cookies can carry the `__Host-` prefix and Secure. */
export function isSecure(config: Config): boolean {
  return config.publicOrigin.startsWith('https:')
}

/** Whether the host name or address is this machine's own loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** An address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [, address = '', width] = /^(.*?)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(width ?? 0) <= (family === 4 ? 32 : 128)
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

/** An address alone, or behind a name in angle brackets. Without one a mail would leave without a sender. */
function readSender(value: string, faults: string[]): string {
  const [, address = value] = /<([^<>]*)>$/.exec(value) ?? []
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    faults.push(`MAIL_FROM must look like 맛나눔 <no-reply@example.kr>, but is "${value}".`)
  }
  return value
}

function readSmtpUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    faults.push('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  }
  return value
}

function readEmailJs(optional: (name: string) => string | null, faults: string[]): EmailJsConfig | null {
  const serviceId = optional('EMAILJS_SERVICE_ID')
  const templateId = optional('EMAILJS_TEMPLATE_ID')
  const publicKey = optional('EMAILJS_PUBLIC_KEY')
  const url = optional('EMAILJS_URL') ?? 'https://api.emailjs.com/api/v1.0/email/send'
  if (!URL.canParse(url)) faults.push(`EMAILJS_URL must be an address, but is "${url}".`)
  if (serviceId && templateId && publicKey) {
    return { serviceId, templateId, publicKey, privateKey: optional('EMAILJS_PRIVATE_KEY'), url }
  }
  if (serviceId || templateId || publicKey) {
    faults.push(
      'EMAILJS_SERVICE_ID, EMAILJS_TEMPLATE_ID and EMAILJS_PUBLIC_KEY belong together: set all three or none.',
    )
  }
  return null
}
