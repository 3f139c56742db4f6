import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths } from '#rules/paths.ts'
import { freePort } from '#tests/free-port.ts'
import { startMailbox } from './mailbox.ts'

const LOG = '.tmp/reports/e2e-server.log'
const READY_MS = 30_000

/**
 * Starts the built application as its operator would, on a free port and data of its own, with a mail server that keeps
 * what it is sent; returns what stops them.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'matnanum-e2e-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  await mkdir(path.dirname(LOG), { recursive: true })
  const log = createWriteStream(LOG)
  const mailbox = await startMailbox()
  const server = spawn('node', ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr]) stream.pipe(log, { end: false })
  const stop = async () => {
    await end(server)
    await mailbox.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (!(await isReady(server, origin))) {
    await stop()
    throw new Error(`The application did not start; ${LOG} says why.`)
  }
  process.env.E2E_ORIGIN = origin
  process.env.E2E_DATA_DIR = dataDir
  process.env.E2E_MAILBOX = mailbox.folder
  return stop
}

async function isReady(server: ChildProcess, origin: string): Promise<boolean> {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline && server.exitCode === null; await wait(100)) {
    const reply = await fetch(origin + apiPaths.readyz).catch(() => null)
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
