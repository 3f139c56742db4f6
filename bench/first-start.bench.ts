import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiPaths } from '#rules/paths.ts'
import { type Row, report } from './report.ts'

/**
 * `npm start` in a fresh clone on a fresh data folder until it is ready and until the bundled places are loaded, beside
 * the last commit without them, by turns: install, build, database and all.
 */

/** The parent of the commit that added korea/. */
const BEFORE = 'f48b490^'
const TIMES = 3
const PORT = '3796'
const LOADED = /loaded the bundled places/
const PATIENCE_MS = 600_000

type Start = { ready: number; loaded: number | null }

const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-start-'))
const repository = path.resolve(import.meta.dirname, '..')
try {
  const starts: Record<string, Start[]> = { [BEFORE]: [], HEAD: [] }
  for (let time = 0; time < TIMES; time++)
    for (const commit of Object.keys(starts)) starts[commit]?.push(await measureStart(commit, time))
  report(
    'first-start',
    'First start of a fresh clone',
    Object.entries(starts).map(([commit, measured]) => rowOf(commit, measured)),
    [
      `Seconds, npm's cache warm, ${TIMES} times each by turns. ${BEFORE} is the last commit without the bundle. Installing and building take most of it.`,
      `Files of the repository: ${megabytes(BEFORE)} MB before, ${megabytes('HEAD')} MB now, korea/ with ${megabytes('HEAD', 'korea')} MB among them.`,
    ],
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureStart(commit: string, time: number): Promise<Start> {
  const clone = path.join(folder, `${commit.replaceAll(/\W/g, '')}-${time}`)
  const checkedOut = execFileSync('git', ['-C', repository, 'rev-parse', commit]).toString().trim()
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, clone])
  execFileSync('git', ['-C', clone, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', checkedOut])
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const site = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: clone,
    env: { ...process.env, HOST: '127.0.0.1', PORT, DATA_DIR: path.join(clone, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let loaded: number | null = null
    site.stdout.on('data', (lines: Buffer) => {
      if (LOADED.test(lines.toString())) loaded ??= seconds()
    })
    await until(site, async () => (await fetch(`http://127.0.0.1:${PORT}${apiPaths.readyz}`).catch(() => null))?.ok)
    const ready = seconds()
    if (commit === 'HEAD') await until(site, async () => loaded !== null)
    return { ready, loaded }
  } finally {
    site.kill('SIGTERM')
    if (site.exitCode === null) await once(site, 'exit')
    rmSync(clone, { recursive: true, force: true })
  }
}

async function until(site: ChildProcess, isDone: () => Promise<boolean | undefined>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(50)) {
    if (await isDone()) return
    if (site.exitCode !== null) throw new Error('The site ended before it was ready.')
  }
  throw new Error('The site did not get ready.')
}

function rowOf(commit: string, starts: readonly Start[]): Row {
  const list = (numbers: readonly number[]) => numbers.map((number) => number.toFixed(1)).join(', ')
  return {
    commit,
    'ready after': list(starts.map(({ ready }) => ready)),
    fastest: Math.min(...starts.map(({ ready }) => ready)).toFixed(1),
    'bundle loaded after ready': list(starts.flatMap(({ ready, loaded }) => (loaded === null ? [] : [loaded - ready]))),
  }
}

function megabytes(commit: string, ...paths: string[]): string {
  const lines = execFileSync('git', ['-C', repository, 'ls-tree', '-r', '-l', commit, '--', ...paths])
    .toString()
    .trim()
  const bytes = lines.split('\n').reduce((sum, line) => sum + Number(line.split(/\s+/)[3]), 0)
  return (bytes / 1e6).toFixed(2)
}
