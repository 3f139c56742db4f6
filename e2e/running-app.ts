import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sitePaths } from '#rules/paths.ts'
import { ownPort } from '#tests/own-port.ts'
import { copyTemplate } from '#tests/template-database.ts'

/** Longest wait until the application is ready: a busy machine is slow. */
const READY_MS = 90_000

/** The built application in processes of its own, with its own data. */
export type RunningApp = {
  origin: string
  /** Environment that selects its data, for commands that work on them. */
  data: { DATA_DIR: string; DATABASE_URL?: string }
  stop: () => Promise<void>
}

/**
 * Starts the built application like an operator, on a free port and with separate data. Its log is in .tmp/reports,
 * under `name` and the number of the worker.
 * @throws {Error} when it does not become ready
 */
export async function startApp(name: string, settings: Record<string, string>): Promise<RunningApp> {
  const { connectionString, remove } = await copyTemplate(process.env.TEMPLATE_URL ?? '')
  const app = await startEmbeddedApp(name, { ...settings, DATABASE_URL: connectionString })
  const stop = async () => {
    await app.stop()
    await remove()
  }
  return { ...app, data: { ...app.data, DATABASE_URL: connectionString }, stop }
}

/** The same with an embedded database of its own, as on the first start of a new site, which takes some seconds longer. */
export async function startEmbeddedApp(name: string, settings: Record<string, string>): Promise<RunningApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'matnanum-e2e-'))
  const port = await ownPort()
  const origin = `http://127.0.0.1:${port}`
  const log = path.join('.tmp/reports', `${name}-${process.env.TEST_WORKER_INDEX ?? 0}.log`)
  await mkdir(path.dirname(log), { recursive: true })
  const lines = createWriteStream(log)
  const own = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataDir,
    DRAIN_SECONDS: '0',
    WEB_CONCURRENCY: '1',
  }
  const server = spawn('node', ['server/main.ts'], {
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr]) stream.pipe(lines, { end: false })
  const stop = async () => {
    await end(server)
    await rm(dataDir, { recursive: true, force: true })
  }
  if (await isReady(server, origin)) return { origin, data: { DATA_DIR: dataDir }, stop }
  await stop()
  throw new Error(`The application did not start; ${log} says why.`)
}

async function isReady(server: ChildProcess, origin: string): Promise<boolean> {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline && server.exitCode === null; await wait(100)) {
    const reply = await fetch(origin + sitePaths.readyz).catch(() => null)
    if (reply?.ok) return true
  }
  return false
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await ended
}
