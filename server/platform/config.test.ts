import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chdir, cwd } from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { configWarnings, loadConfig, mostConnections, readConfig, readEnvironment } from './config.ts'
import { ConfigError } from './env-reader.ts'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const faultsOf = (env: Record<string, string>) => readConfig(env).faults

test('no setting is required', () => {
  expect(loadConfig({})).toMatchObject({ port: 3000, publicOrigin: 'http://127.0.0.1:3000', databaseUrl: null })
})

test.each([
  ['PORT', '99999'],
  ['PORT', 'abc'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', 'proxy'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['PUBLIC_ORIGIN', 'example.kr'],
  ['PUBLIC_ORIGIN', 'http://example.kr'],
  ['IMAGE_ORIGIN', 'cdn'],
  ['MAIL_FROM', 'not an address'],
  ['MAIL_FROM', '맛나눔'],
  ['SMTP_URL', 'smtp://'],
  ['LIMIT_LOGIN', '5/400d'],
  ['LIMIT_LOGIN', '5/24856d'],
  ['LIMIT_LOGIN', '5'],
  ['LIMIT_POST', '0/1h'],
  ['LIMIT_LIKE_NETWORK', 'none'],
  ['LIMIT_LIKE_ADDRESS', '1000/1h'],
  ['PMTILES_PATH', '/tmp'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'foo'],
  ['PUSH_HOSTS', 'http://x'],
  ['PUSH_HOSTS', 'push.example.kr:443'],
  ['BACKUP_DIR', 'package.json'],
  ['BACKUP_DIR', 'package.json/backups'],
  ['BACKUP_URL', 'https://host/bucket'],
  ['BACKUP_URL', 's3://KEY@host/bucket'],
  ['BACKUP_PASSPHRASE', 'too short'],
  ['BACKUP_CHECK_EVERY', 'never'],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY_OLD', 'short'],
  ['HEAP_MB', '64'],
  ['HEAP_MB', '1GB'],
  ['DRAIN_SECONDS', '-1'],
])('the fault of %s=%s is one sentence that names the setting', (name, value) => {
  const attribution = { TILES_ATTRIBUTION: '©' }
  const faults = faultsOf({ ...attribution, [name]: value })
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} .*\\.$`))])
})

test.each([
  ['TRUST_PROXY', '10.0.0.0/8, ::1, fd00::/128'],
  ['MAIL_FROM', '맛나눔 <no-reply@example.kr>'],
  ['MAIL_FROM', 'no-reply@example.kr'],
  ['SMTP_URL', 'smtps://user:word@mail.example.kr:465'],
  ['LIMIT_LOGIN', '5/365d'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'],
  ['PUSH_HOSTS', 'push.example.kr, 127.0.0.1'],
  ['BACKUP_DIR', 'server'],
  ['BACKUP_DIR', 'not-yet/backups'],
  ['BACKUP_URL', 's3://KEY:SECRET@host/bucket/site?region=kr'],
  ['BACKUP_CHECK_EVERY', 'off'],
  ['LIMIT_POST_NETWORK', '9999999/1s'],
])('%s=%s is accepted', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([])
})

test.each([
  [{}, 0],
  [{ PUBLIC_ORIGIN: 'https://example.kr' }, 1],
  [{ PUBLIC_ORIGIN: 'https://example.kr', TRUST_PROXY: '127.0.0.1' }, 0],
])('%j gives as many warnings as expected: %d', (env, count) => {
  const warnings = configWarnings(loadConfig(env), {})
  expect(warnings).toHaveLength(count)
  expect(warnings.every((warning) => warning.includes('TRUST_PROXY'))).toBe(true)
})

test.each([
  ['PUBLIC_ORIGN', 'did you mean PUBLIC_ORIGIN?'],
  ['DATADIR', 'did you mean DATA_DIR?'],
  ['trust_proxy', 'did you mean TRUST_PROXY?'],
  ['LIMIT_UPLOADS', 'did you mean LIMIT_UPLOAD?'],
  ['COLOUR', '.env.example lists all settings.'],
])('%s in .env is no setting, so a warning says: %s', (name, advice) => {
  const known = { PORT: '4000', EMAILJS_PRIVATE_KEY: 'k', NODE_ENV: 'production', TZ: 'Asia/Seoul', NODE_OPTIONS: '' }
  expect(configWarnings(loadConfig({}), { ...known, [name]: 'x' })).toEqual([
    `.env sets ${name}, which is not a setting and has no effect: ${advice}`,
  ])
})

test('a name in the environment that is one letter away from a setting is named', () => {
  const env = {
    PUBLIC_ORIGN: 'x',
    HOSTNAME: 'vm',
    HOME: '/',
    PATH: '/bin',
    MAIL: '/var/mail',
    LOGNAME: 'a',
    DATA_DIR: 'x',
  }
  expect(configWarnings(loadConfig({}), {}, env)).toEqual([
    'The environment sets PUBLIC_ORIGN, which has no effect: did you mean PUBLIC_ORIGIN?',
  ])
})

test.each(['prefer', 'require', 'verify-ca'])(
  'sslmode=%s checks the certificate, without a warning of the client',
  (mode) => {
    const url = `postgres://me@db.example/site?sslmode=${mode}`
    expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe('postgres://me@db.example/site?sslmode=verify-full')
    const asLibpq = `${url}&uselibpqcompat=true`
    expect(loadConfig({ DATABASE_URL: asLibpq }).databaseUrl).toBe(asLibpq)
  },
)

async function inFolderWith(make: (file: string) => Promise<unknown>): Promise<void> {
  const before = cwd()
  for (const name of ['SITE_NAME', 'PORT']) vi.stubEnv(name, undefined)
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-env-'))
  await make(path.join(folder, '.env'))
  chdir(folder)
  ends.push(async () => {
    chdir(before)
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
}

test('.env adds to the environment, also with a byte order mark', async () => {
  await inFolderWith((file) => writeFile(file, '\uFEFFSITE_NAME="동네 맛집"\r\nPORT=4000\r\n'))
  vi.stubEnv('PORT', '5000')
  expect(readEnvironment()).toMatchObject({ SITE_NAME: '동네 맛집', PORT: '5000' })
})

test('an unreadable .env is a fault', async () => {
  await inFolderWith((file) => mkdir(file))
  expect(readEnvironment).toThrow(ConfigError)
})

test('processes share the connections, the waiting passwords and the port of one site', () => {
  const alone = loadConfig({ WEB_CONCURRENCY: '1' })
  expect(alone).toMatchObject({ processes: 1, databasePool: 10, passwordQueue: 100 })
  expect(loadConfig({ WEB_CONCURRENCY: '4' })).toMatchObject({ processes: 4, databasePool: 4, passwordQueue: 25 })
  expect(loadConfig({ WEB_CONCURRENCY: '64' }).databasePool * 64).toBeLessThanOrEqual(160)
  expect(loadConfig({ WEB_CONCURRENCY: '4', DATABASE_POOL: '40' }).databasePool).toBe(10)
  expect(() => loadConfig({ WEB_CONCURRENCY: '4', DATABASE_POOL: '7' })).toThrow(
    'DATABASE_POOL must be a whole number from 8',
  )
  expect(() => loadConfig({ WEB_CONCURRENCY: '0' })).toThrow('WEB_CONCURRENCY must be a whole number from 1 to 64')
  expect(() => loadConfig({ WEB_CONCURRENCY: '2', NODE_ENV: 'development' })).toThrow('WEB_CONCURRENCY must be 1')
  // Only production uses all cores by default.
  expect(loadConfig({ NODE_ENV: 'development' }).processes).toBe(1)
})

test('two machines of eight cores fit into what PostgreSQL allows by itself, also with a replica', () => {
  const usual = 100 - 3
  const config = loadConfig({ WEB_CONCURRENCY: '8' })
  for (const databaseReadUrls of [[], ['a replica'], ['a replica', 'another one']])
    expect(2 * mostConnections({ ...config, databaseReadUrls })).toBeLessThanOrEqual(usual)
})

test('LIMITS scales what members write and upload, and never relaxes the limits against guesses and unasked mails', () => {
  const limitsOf = (LIMITS: string) => loadConfig({ LIMITS }).limits
  const usual = loadConfig({}).limits
  expect(limitsOf('normal')).toEqual({ ...usual, strictness: 'normal' })
  const [relaxed, strict] = [limitsOf('relaxed'), limitsOf('strict')]
  expect([relaxed.rates.post.account.count, usual.rates.post.account.count, strict.rates.post.account.count]).toEqual([
    180, 60, 20,
  ])
  expect([relaxed.upload.count, strict.upload.count]).toEqual([180, 20])
  for (const guarded of ['login', 'recovery', 'signupTaken', 'notices', 'passkeys', 'recoveryMails'] as const) {
    expect(relaxed[guarded]).toEqual(usual[guarded])
    expect(strict[guarded].count).toBeLessThan(usual[guarded].count)
  }
  expect(Math.min(...strict.effective.map(({ value }) => Number.parseInt(value, 10)))).toBe(1)
  expect(() => loadConfig({ LIMITS: 'none' })).toThrow('LIMITS must be one of relaxed, normal, strict, but is "none".')
  expect(loadConfig({ LIMITS: 'strict', LIMIT_POST: '7/1h' }).limits.rates.post.account.count).toBe(7)
})
