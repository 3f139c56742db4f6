import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import { chooseSocketDir, SOCKET_PORT } from '#server/platform/database/embedded/cluster.ts'
import { ownPort } from '#tests/own-port.ts'

/** Patience with a start. A busy machine is slow, not wrong. */
const STARTS_MS = 60_000

/** `npm start` as its users know it: npm, its signals, the data folder. */
type Running = {
  npm: ChildProcess
  origin: string
  /** The output so far. The last lines may be read only after `ended`. */
  said: () => string
  ended: Promise<number>
}

type Fixtures = {
  /** Empty. */
  dataDir: string
  /** A data folder whose database is made already, which takes most of a first start. */
  usedDir: string
  /**
   * Runs `npm start` on `dataDir`, without the bundled places, whose import takes longer than everything else;
   * settings are added to the environment.
   */
  npmStart: (settings?: Record<string, string>) => Promise<Running>
}

/** Copy of the data folder of a site that a test started and stopped. */
let used: string | null = null
base.afterAll(async () => {
  if (used) await rm(used, { recursive: true })
})

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-start-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  usedDir: async ({ dataDir }, use) => {
    if (used) await cp(used, dataDir, { recursive: true })
    await use(dataDir)
  },
  npmStart: async ({ dataDir }, use) => {
    const started: Running[] = []
    await use(async (settings = {}) => {
      const port = settings.PORT ?? String(await ownPort())
      const running = runNpm(
        { DATA_DIR: dataDir, PORT: port, BUNDLED_PLACES: 'off', ...settings },
        `http://127.0.0.1:${port}`,
      )
      started.push(running)
      return running
    })
    for (const { npm, ended } of started) {
      if (npm.exitCode === null && npm.signalCode === null) signalGroup(npm, 'SIGTERM')
      await ended
    }
  },
})

test('Ctrl-C stops everything and leaves no process, socket or lock', async ({ dataDir, npmStart }) => {
  const { npm, origin, ended, said } = await npmStart({ BUNDLED_PLACES: 'on' })
  await expectReady(origin)
  expect((await fetch(origin + sitePaths.healthz)).status).toBe(200)
  // The database's log after the first start contains nothing that looks like a fault.
  expect(await readFile(path.join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/ERROR|FATAL|PANIC/)

  signalGroup(npm, 'SIGINT')
  expect(await ended).toBe(0)
  await expect.poll(said).toMatch(/"msg":"Stopping: received SIGINT\."[\s\S]*"msg":"Stopped\."/)
  expect(await processesIn(dataDir)).toEqual([])
  expect(await readdir(dataDir)).not.toContain('socket')
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
})

test('a signal to npm alone stops everything too', async ({ dataDir, npmStart }) => {
  const { npm, origin, ended } = await npmStart()
  await expectReady(origin)
  npm.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await processesIn(dataDir)).toEqual([])
  used = await mkdtemp(path.join(os.tmpdir(), 'matnanum-used-'))
  await cp(dataDir, used, { recursive: true })
})

test('a killed npm ends the application and its database', async ({ usedDir: dataDir, npmStart }) => {
  const { npm, origin, ended } = await npmStart()
  await expectReady(origin)
  npm.kill('SIGKILL')
  await ended
  await expect.poll(() => processesIn(dataDir)).toEqual([])
})

test('a signal during a start leaves nothing running', async ({ dataDir, npmStart }) => {
  const { npm, ended } = await npmStart()
  await expect.poll(() => readdir(dataDir), { intervals: [10] }).not.toEqual([])
  signalGroup(npm, 'SIGINT')
  await ended
  await expect.poll(() => processesIn(dataDir)).toEqual([])
})

test('after kill -9 of npm and the application it is ready again', async ({ npmStart }) => {
  const first = await npmStart()
  await expectReady(first.origin)
  signalGroup(first.npm, 'SIGKILL')
  await first.ended

  const second = await npmStart()
  await expectReady(second.origin)
})

test('a second start on the same data or the same port says so in one sentence', async ({
  usedDir: dataDir,
  npmStart,
}) => {
  const first = await npmStart({ WEB_CONCURRENCY: '1' })
  await expectReady(first.origin)

  const sameData = await npmStart()
  expect(await sameData.ended).toBe(1)
  await expect.poll(sameData.said).toMatch(/^Another application \(process \d+\) uses the data folder .*\.$/m)

  const port = new URL(first.origin).port
  const samePort = await npmStart({ DATA_DIR: path.join(dataDir, 'other'), PORT: port })
  expect(await samePort.ended).toBe(1)
  await expect
    .poll(samePort.said)
    .toContain(`Port ${port} of 127.0.0.1 is taken: stop what uses it, or set another PORT.`)
  expect(await readdir(dataDir)).not.toContain('other')
  expect((await fetch(first.origin + sitePaths.readyz)).status).toBe(200)
})

test('all faults of the settings are reported at once, and nothing is started', async ({ dataDir, npmStart }) => {
  const { ended, said } = await npmStart({ PORT: '70000', PUBLIC_ORIGIN: 'http://example.kr', LOG_LEVEL: 'loud' })
  expect(await ended).toBe(1)
  for (const name of ['PORT', 'PUBLIC_ORIGIN', 'LOG_LEVEL'])
    await expect.poll(said).toMatch(new RegExp(`^${name} .+\\.$`, 'm'))
  expect(await readdir(dataDir)).toEqual([])
})

test('a fault that the operator can fix is one sentence, at any log level', async ({ dataDir, npmStart }) => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  const noDatabase = `postgres://nobody@127.0.0.1:${await ownPort()}/nothing`
  for (const [settings, sentence] of [
    [
      { DATABASE_URL: noDatabase, DATABASE_WAIT: '0' },
      /^The database .*DATABASE_URL.* cannot be used: .*ECONNREFUSED.*\.$/m,
    ],
    [{ DATA_DIR: file }, /^The data folder .* cannot be used: .+\.$/m],
    // Folders cannot be made there, and root may write everywhere else.
    [{ DATA_DIR: '/proc/matnanum/data' }, /^The data folder \/proc\/matnanum\/data cannot be used: .+\.$/m],
    [{ DATA_DIR: '/proc/self' }, /^The data folder \/proc\/self cannot be used: .+\.$/m],
    [{ HOST: '192.0.2.1', PUBLIC_ORIGIN: 'https://example.kr' }, /^HOST 192\.0\.2\.1 .* cannot be listened on: .+\.$/m],
  ] as const) {
    const { ended, said } = await npmStart({ LOG_LEVEL: 'silent', ...settings })
    expect(await ended).toBe(1)
    await expect.poll(said).toMatch(sentence)
    expect(said()).not.toMatch(/\n\s+at /)
  }
})

test('HEAP_MB is the size of the heap, and an invalid size is reported with the other faults', async ({
  usedDir: dataDir,
  npmStart,
}) => {
  const { origin } = await npmStart({ HEAP_MB: '200', WEB_CONCURRENCY: '2' })
  await expectReady(origin)
  const servers = async () => (await processesIn(dataDir)).filter((command) => /server\/(?:main|worker)/.test(command))
  await expect.poll(servers).toEqual(Array(3).fill(expect.stringContaining('--max-old-space-size=200 ')))

  const { ended, said } = await npmStart({ HEAP_MB: '5', LOG_LEVEL: 'loud' })
  expect(await ended).toBe(1)
  for (const name of ['HEAP_MB', 'LOG_LEVEL']) await expect.poll(said).toMatch(new RegExp(`^${name} .+\\.$`, 'm'))
})

test('an instance with another picture folder does not start beside a running one', async ({ dataDir, npmStart }) => {
  const SECRET_KEY = 'the same key on every machine of a site'
  const settings = { SECRET_KEY, WEB_CONCURRENCY: '1' }
  const first = await npmStart(settings)
  await expectReady(first.origin)
  const database = `postgres:///matnanum?host=${encodeURIComponent(chooseSocketDir(dataDir))}&port=${SOCKET_PORT}&user=matnanum&sslmode=disable`
  const second = await npmStart({ ...settings, DATABASE_URL: database, DATA_DIR: path.join(dataDir, 'other') })
  expect(await second.ended).toBe(1)
  await expect
    .poll(second.said)
    .toMatch(/^Another instance of this site is running and keeps its pictures in another folder .*\.$/m)
  expect((await fetch(first.origin + sitePaths.readyz)).status).toBe(200)

  const third = await npmStart({ ...settings, DATABASE_URL: database })
  await expectReady(third.origin)
})

test('a public origin without a trusted proxy gives a warning', async ({ usedDir: _, npmStart }) => {
  const { origin, said } = await npmStart({ PUBLIC_ORIGIN: 'https://example.kr', WEB_CONCURRENCY: '1' })
  await expectReady(origin)
  await expect.poll(said).toContain('Set TRUST_PROXY to the address of the proxy.')
})

test('PORT=0 is a free port, and the printed address answers', async ({ usedDir: _, npmStart }) => {
  const { said } = await npmStart({ PORT: '0', PUBLIC_ORIGIN: '', WEB_CONCURRENCY: '1' })
  await expect.poll(said, { timeout: STARTS_MS }).toMatch(/http:\/\/127\.0\.0\.1:[1-9]\d+/)
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said()) ?? []
  const reply = await fetch(origin + apiPaths.graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ query: '{ getPosts { pageCount } }' }),
  })
  expect(reply.status).toBe(200)
})

/** In a process group of its own, like a command in a terminal. */
function runNpm(settings: Record<string, string>, origin: string): Running {
  const { NODE_ENV: _, ...env } = process.env
  const npm = spawn('npm', ['start'], {
    env: { ...env, ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(npm, 'exit').then(([code]) => (typeof code === 'number' ? code : -1))
  return { npm, origin, said: () => Buffer.concat(chunks).toString(), ended }
}

function signalGroup(npm: ChildProcess, signal: NodeJS.Signals): void {
  if (npm.pid !== undefined) process.kill(-npm.pid, signal)
}

async function expectReady(origin: string): Promise<void> {
  const ask = () =>
    fetch(origin + sitePaths.readyz).then(
      ({ status }) => status,
      () => 0,
    )
  for (const deadline = Date.now() + STARTS_MS; Date.now() < deadline; await wait(20)) if ((await ask()) === 200) return
  expect(await ask()).toBe(200)
}

/** The command line and the environment show which processes belong to the data folder. */
async function processesIn(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
    const [command, environment] = await Promise.all([read('cmdline'), read('environ')])
    const isAlive = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (isAlive && `${command}\n${environment}`.includes(dataDir)) found.push(command.replaceAll('\0', ' '))
  }
  return found
}
