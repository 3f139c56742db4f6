import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/ports.ts'
import { childrenOf, serverProcesses } from '../server-process.ts'

/** How often the server's memory is measured, in milliseconds. */
const WATCH_MS = 500

/** The site as started by `npm start`, with its own data, watched from outside. */
export class AttackedSite {
  readonly origin: string
  readonly dataDir: string
  readonly #child: ChildProcess
  /** Largest resident size of one of the server's processes, in bytes. */
  peakBytes = 0

  private constructor(origin: string, dataDir: string, child: ChildProcess) {
    this.origin = origin
    this.dataDir = dataDir
    this.#child = child
    setInterval(() => this.#watch(), WATCH_MS).unref()
  }

  static async start(): Promise<AttackedSite> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'matnanum-attacks-'))
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const flags = ['--max-old-space-size=384', '--max-semi-space-size=16']
    const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    })
    const site = new AttackedSite(origin, dataDir, child)
    while (site.isAlive && !(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await wait(100)
    return site
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Process id of the embedded PostgreSQL; null while it is down. */
  get postmaster(): number | null {
    try {
      return Number.parseInt(readFileSync(path.join(this.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    } catch {
      return null
    }
  }

  /** PostgreSQL's processes that serve a connection. */
  backends(): number[] {
    return childrenOf(this.postmaster ?? 0, '[local]')
  }

  mails(): number {
    try {
      return readdirSync(path.join(this.dataDir, 'mail')).filter((name) => name.endsWith('.eml')).length
    } catch {
      return 0
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    if (this.isAlive) await once(this.#child, 'exit')
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #watch(): void {
    for (const pid of serverProcesses(this.#child.pid ?? 0)) {
      try {
        const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
        this.peakBytes = Math.max(this.peakBytes, Number(kilobytes) * 1024)
      } catch {
        // It has ended; the report says so.
      }
    }
  }
}
