import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chdir, cwd } from 'node:process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { freshDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { startObjectStorage } from '#tests/object-storage.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { BucketPlace } from '../backup/bucket-place.ts'
import { loadConfig } from '../config.ts'
import { pathInStore } from '../pictures/store.ts'
import { Secrets } from '../secrets.ts'
import { judgeDisk } from './check-machine.ts'
import { examineSite } from './examine.ts'

const SECRET_KEY = 'a secret of at least thirty-two characters'

let folder: string
let site: PostSite
let other: PostSite
let env: Record<string, string>
let otherUrl: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-doctor-'))
  const [one, two] = [await freshDatabase(), await freshDatabase()]
  const start = (connectionString: string, name: string) =>
    startPostSite({ env: { SECRET_KEY }, instanceOf: { connectionString, dataDir: path.join(folder, name) } })
  site = await start(one.connectionString, 'one')
  other = await start(two.connectionString, 'two')
  otherUrl = two.connectionString
  const author = await site.person()
  const { answer } = await uploadPicture(author.client, await smallPhoto())
  await site.post({ author, image: answer.url })
  for (let post = 0; post < 3; post++) await other.post()
  const { checkValue } = new Secrets(SECRET_KEY)
  for (const { db } of [site, other]) await sql`insert into secret_check (value) values (${checkValue})`.execute(db)
  await chmod(site.config.dataDir, 0o700)
  const { port, dataDir } = site.config
  env = { NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: one.connectionString, SECRET_KEY }
  return async () => {
    await site.close()
    await other.close()
    await one.drop()
    await two.drop()
    await rm(folder, { recursive: true })
  }
})

async function findings(changed: Record<string, string> = {}, recipient: string | null = null): Promise<string[]> {
  const found: string[] = []
  for await (const { mark, sentence } of examineSite({ ...env, ...changed }, recipient, product))
    found.push(`${mark} ${sentence}`)
  return found
}

async function faultWith(changed: Record<string, string>): Promise<string> {
  const faults = (await findings(changed)).filter((line) => line.startsWith('✗'))
  expect(faults).toHaveLength(1)
  return (faults[0] ?? '').slice(2)
}

test('a site that is well has no fault, and its mail server gets a mail', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const backups = await mkdtemp(path.join(folder, 'backups-'))
  const madeAt = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-')
  await writeFile(path.join(backups, `matnanum-${madeAt}Z.tar.zst`), '')
  const found = await findings({ SMTP_URL: mails.url, BACKUP_DIR: backups }, 'me@example.kr')
  expect(found.filter((line) => line.startsWith('✗'))).toEqual([])
  for (const sentence of [
    /^✓ Release \d/,
    /^✓ Node 24\./,
    /^✓ All settings are valid\.$/,
    /^✓ The data folder .+ can be written\.$/,
    /^✓ The newest backup, .+, is 1\.0 hours old\.$/,
    /^✓ The mail server 127\.0\.0\.1:\d+ lets the site in\.$/,
    /^✓ 127\.0\.0\.1:\d+ has taken a mail to me@example\.kr/,
    /^✓ PostgreSQL 1\d\./,
    /^✓ The database answers in \d+\.\d ms\.|^! The database answers/,
    /^✓ The clocks .+ differ by 0\.\d s\.$/,
    /^✓ The data have the tables of this version\.$/,
    /^✓ The key of the site is the one that sealed its data\.$/,
    /^✓ The files of all 1 pictures are there\.$/,
    /^✓ http:\/\/127\.0\.0\.1:\d+ answers with the posts of this database\.$/,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(sentence))
  }
  expect(mails.received.map(({ to }) => to)).toEqual([['me@example.kr']])
})

test('a wrong setting hides only the checks that need it', async () => {
  const found = await findings({ LOG_LEVEL: 'loud', SECRET_KEY: 'short', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(found.filter((line) => line.startsWith('✗'))).toEqual([
    expect.stringMatching(/^✗ SECRET_KEY must have/),
    expect.stringMatching(/^✗ LOG_LEVEL must be/),
    expect.stringMatching(/^✗ Mail does not work/),
  ])
  const address = await findings({ PUBLIC_ORIGIN: 'http://your.site' })
  expect(address).toContainEqual(expect.stringMatching(/^✓ The key of the site is/))
  expect(address.join()).not.toMatch(/PUBLIC_ORIGIN could not|does not answer/)
})

test('wrong settings, folders, keys and mail servers are each told in a sentence', async () => {
  const backups = await mkdtemp(path.join(folder, 'backups-'))
  expect(await faultWith({ PORT: 'x' })).toBe('PORT must be a whole number from 0 to 65535, but is "x".')
  expect(await faultWith({ SECRET_KEY: 'x'.repeat(32) })).toMatch(/^The data were made with another secret key: /)
  expect(await faultWith({ SMTP_URL: 'smtp://127.0.0.1:1' })).toBe(
    'Mail does not work: 127.0.0.1:1 cannot be reached (ESOCKET): connect ECONNREFUSED 127.0.0.1:1.',
  )
  expect(await faultWith({ BACKUP_DIR: backups })).toMatch(/^There is no backup in /)
  const file = path.join(backups, 'matnanum-2020-01-01T00-00-00Z.tar.zst')
  await writeFile(file, '')
  expect(await faultWith({ BACKUP_DIR: backups })).toMatch(/hours old: the log of the site says why/)
  expect(await faultWith({ DATABASE_URL: 'postgres://me@127.0.0.1:1/site' })).toMatch(
    /^The database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
  )
  expect(await faultWith({ BACKUP_DIR: file })).toMatch(/^BACKUP_DIR must be a folder, but .+ is a file\.$/)
  expect(await faultWith({ DATABASE_READ_URL: 'postgres://me@127.0.0.1:1/site' })).toMatch(
    /^The replica 127\.0\.0\.1:1 does not answer: /,
  )
  const secret = path.join(site.config.dataDir, 'secret.key')
  await writeFile(secret, SECRET_KEY, { mode: 0o644 })
  await chmod(secret, 0o644)
  expect(await faultWith({})).toMatch(/^Others may read the key of the site/)
  await rm(secret)
})

test('a mail that was asked for but could not be sent is a fault', async () => {
  const unsent = /^✗ No mail was sent to me@example\.kr: no mail server is named \(SMTP_URL\)/
  expect(await findings({}, 'me@example.kr')).toContainEqual(expect.stringMatching(unsent))
  const wrong = { SMTP_URL: 'nonsense' }
  expect(await findings(wrong, 'me@example.kr')).toContain(
    '✗ No mail was sent to me@example.kr: mend the settings first.',
  )
  expect((await findings(wrong)).join('\n')).not.toContain('No mail was sent')
})

test('the command counts its faults, and one is no "faults"', async () => {
  const run = async (...args: string[]): Promise<{ code: unknown; last: string | undefined }> => {
    const program = [path.resolve('scripts/doctor.ts'), ...args]
    const child = spawn(process.execPath, program, { env: { ...COMMAND_ENV, ...env }, cwd: folder })
    const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)])
    return { code, last: output.trimEnd().split('\n').at(-1) }
  }
  expect(await run()).toEqual({ code: 0, last: expect.stringMatching(/^0 faults \(✗\), \d+ to look at \(!\)\.$/) })
  const one = expect.stringMatching(/^1 fault \(✗\), \d+ to look at \(!\)\.$/)
  expect(await run('--mail', 'me@example.kr')).toEqual({ code: 1, last: one })
})

test.runIf(process.platform === 'linux')('a limit of open files that is too low is a fault', async () => {
  const program = ['-c', 'ulimit -n 512 && exec "$0" "$@"', process.execPath, path.resolve('scripts/doctor.ts')]
  const child = spawn('/bin/sh', program, { env: { ...COMMAND_ENV, ...env }, cwd: folder })
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  expect(code).toBe(1)
  expect(output).toMatch(/^✗ A process may open only 512 files: allow 16384, with ulimit -n or LimitNOFILE\.$/m)
})

test.runIf(process.platform === 'linux')('a data folder that cannot be written is a fault', async () => {
  expect((await findings({ DATA_DIR: '/proc/self' }))[3]).toMatch(/^✗ The data folder \/proc\/self cannot be written: /)
})

test.each([
  [3e9, 5000, '✓ 2.8 GB are free for the data in /data.'],
  [1e9, 5000, '! Only 0.9 GB are free for the data in /data.'],
  [1e8, 5000, '✗ Only 0.1 GB are free for the data in /data.'],
  [3e9, 999, '✗ Only 999 more files fit on the disk of /data.'],
])('a disk with %d bytes and room for %d files', (bytes, ffree, told) => {
  const { mark, sentence } = judgeDisk('the data', '/data', { bsize: 1000, bavail: bytes / 1000, ffree, files: 10_000 })
  expect(`${mark} ${sentence}`).toBe(told)
})

test('a change of the key is told until all is sealed with the new one', async () => {
  const other = 'another secret of at least thirty-two characters'
  expect(await findings({ SECRET_KEY: other, SECRET_KEY_OLD: SECRET_KEY })).toContainEqual(
    expect.stringMatching(/^! The data are being sealed with the new key of the site: keep SECRET_KEY_OLD/),
  )
  expect(await findings({ SECRET_KEY_OLD: other })).toContainEqual(
    expect.stringMatching(/^✓ All data are sealed with the new key of the site\. .+ remove it after a month\.$/),
  )
})

test('backups in a store are told with their age, and so is a store that refuses', async () => {
  const storage = await startObjectStorage({ allowMismatchedSignatures: true })
  onTestFinished(() => storage.close())
  const { bucket } = loadConfig({ BACKUP_URL: storage.url() }).backup
  const place = bucket && new BucketPlace(bucket)
  onTestFinished(() => place?.close())
  const time = (hours: number) =>
    new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-')
  for (const name of [1, 70 * 24].map((hours) => `matnanum-${time(hours)}Z.tar.zst`)) {
    for (const ending of ['', '.verified']) await place?.put(`${name}${ending}`, 'x')
  }
  const settings = { BACKUP_URL: storage.url() }
  const found = await findings(settings)
  for (const sentence of [
    /^✓ The newest backup, s3\+http:\/\/127\.0\.0\.1:\d+\/pictures\/site\/matnanum-.+, is 1\.0 hours old\.$/,
    /^! Backups at BACKUP_URL hold the key of the site, and are not encrypted: set BACKUP_PASSPHRASE\.$/,
    /^! For 70 days no backup in .+ was restored on trial: /,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(sentence))
  }
  await place?.put('checked.json', JSON.stringify({ checkedAt: new Date().toISOString() }))
  const mended = await findings({ ...settings, BACKUP_PASSPHRASE: 'four words that rhyme' })
  expect(mended.join()).not.toMatch(/restored on trial|not encrypted|S3RVER/)
  expect(await faultWith({ BACKUP_URL: storage.url({ bucket: 'elsewhere' }) })).toMatch(
    /^The backups at .+ \(BACKUP_URL\) cannot be used: there is no such bucket\.$/,
  )
})

test('backups inside the data folder are worth a look', async () => {
  const inside = path.join(site.config.dataDir, 'backups')
  await mkdir(inside)
  onTestFinished(() => rm(inside, { recursive: true }))
  expect(await findings({ BACKUP_DIR: inside })).toContain(
    `! BACKUP_DIR ${inside} is inside DATA_DIR, so both are lost at once: put the backups on another disk.`,
  )
})

test('a .env with a password that others may read is a fault', async () => {
  const before = cwd()
  const own = await mkdtemp(path.join(tmpdir(), 'matnanum-doctor-env-'))
  onTestFinished(async () => {
    chdir(before)
    await rm(own, { recursive: true })
  })
  chdir(own)
  const sentence = expect.stringMatching(/^✗ Others may read \.env, in which SMTP_URL holds a secret: chmod 600\.$/)
  await writeFile('.env', 'PORT=3000\nDATABASE_URL=postgres://me@db.example/site\n')
  await chmod('.env', 0o644)
  expect(await findings()).not.toContainEqual(expect.stringContaining('Others may read .env'))
  await writeFile('.env', 'SMTP_URL=smtps://me:word@mail.example.kr\n')
  expect(await findings()).toContainEqual(sentence)
  await chmod('.env', 0o640)
  expect(await findings()).not.toContainEqual(sentence)
})

test('an empty database is no fault', async () => {
  const empty = await freshDatabase()
  onTestFinished(() => empty.drop())
  await sql`drop schema public cascade`.execute(empty.db)
  const found = await findings({ DATABASE_URL: empty.connectionString, PORT: '0' })
  expect(found).toContain('! The database is empty: the first start makes its tables.')
  expect(found.filter((line) => line.startsWith('✗'))).toEqual([])
})

test('a port that another program has taken is a fault while the site is stopped', async () => {
  const stopped = await freshDatabase()
  onTestFinished(() => stopped.drop())
  const port = await listen(createServer())
  const changed = { PORT: String(port), DATABASE_URL: stopped.connectionString }
  expect(await faultWith(changed)).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program, so the site cannot start: stop that one, or set another PORT.`,
  )
})

/** Port of the server, which closes with the test. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('what answers at PUBLIC_ORIGIN must be this site, and must know that it is there', async () => {
  const { port } = site.config
  const proxy = createServer((socket) => {
    const site = connect(port, '127.0.0.1')
    socket.pipe(site).pipe(socket)
    for (const end of [socket, site]) end.on('error', () => {})
  })
  const at = (port: number) => ({ PUBLIC_ORIGIN: `http://127.0.0.1:${port}` })
  expect(await faultWith(at(await listen(proxy)))).toMatch(
    /refuses calls from there: it runs with another PUBLIC_ORIGIN, or the proxy changes Host or Origin\.$/,
  )
  expect(await faultWith({ ...at(port), DATABASE_URL: otherUrl, DATA_DIR: other.config.dataDir })).toMatch(
    /another site answers: its newest post is not the one of this database\.$/,
  )
  const stranger = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhello')
  })
  expect(await faultWith(at(await listen(stranger)))).toMatch(/something else answers, .+ \(status 200\)\.$/)
  expect(await faultWith(at(1))).toMatch(/does not answer: /)
})

test('a proxy that the site does not trust is a fault, also on the same machine', async () => {
  const { port } = site.config
  const proxied = { PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, TRUST_PROXY: '10.0.0.9' }
  expect(await faultWith(proxied)).toMatch(/^The site does not trust the proxy at http:.+: TRUST_PROXY must list/)
  const listed = await startPostSite({
    env: { SECRET_KEY, TRUST_PROXY: '127.0.0.1' },
    instanceOf: { connectionString: env.DATABASE_URL ?? '', dataDir: site.config.dataDir },
  })
  onTestFinished(() => listed.close())
  const right = { PUBLIC_ORIGIN: `http://127.0.0.1:${listed.config.port}`, TRUST_PROXY: '127.0.0.1' }
  expect((await findings(right)).filter((line) => line.startsWith('✗'))).toEqual([])
})

test('pictures without files are a fault, files without rows are told', async () => {
  const { dataDir } = site.config
  const stray = `${'x'.repeat(22)}.jpg`
  await mkdir(path.join(dataDir, 'images/xx'), { recursive: true })
  await writeFile(path.join(dataDir, 'images', pathInStore(stray)), '')
  const { rows } = await sql<{ key: string }>`select key from images where claimed_at is not null`.execute(site.db)
  const key = rows[0]?.key ?? ''
  const shelf = path.dirname(path.join(dataDir, 'images', pathInStore(`${key}.jpg`)))
  for (const name of await readdir(shelf)) await rm(path.join(shelf, name))
  const found = await findings()
  expect(found).toContain(`✗ The files of 1 of 1 pictures are missing, such as ${key}.jpg: take them from a backup.`)
  expect(found).toContainEqual(expect.stringMatching(`^! 1 stored pictures belong to nothing, such as ${stray}`))
})
