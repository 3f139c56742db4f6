import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Row, report } from './report.ts'

/**
 * Seconds of `npm start` in a fresh clone on a fresh data folder until the first page is served and until the bundled places
 * are loaded, and of a second start. Starts alternate with those of the last commit that installed the tools every time.
 * Then an installed and built clone starts on fresh data folders, alternately with the bundled places and without them.
 */

/** The parent of the commit that split the packages. */
const BEFORE = 'a2246c8'
const TIMES = 3
/** Starts with the bundled places, and as many without. */
const BUNDLE_TIMES = 6
const PORT = '3796'
const LOADED = /loaded the bundled places/
const PATIENCE_MS = 600_000

/** Seconds; `packages` in megabytes. */
type Start = { first: number; loaded: number; second: number; packages: number }

type Measured = { page: number; loaded: number }

const bundled: Record<'on' | 'off', Measured[]> = { on: [], off: [] }
const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-start-'))
const repository = path.resolve(import.meta.dirname, '..')
try {
  const starts: Record<string, Start[]> = { [BEFORE]: [], HEAD: [] }
  for (let time = 0; time < TIMES; time++)
    for (const commit of Object.keys(starts)) starts[commit]?.push(await measureStarts(commit, time))
  report(
    'first-start',
    'First start of a fresh clone',
    [...Object.entries(starts).map(([commit, measured]) => rowOf(commit, measured)), ...bundleRows()],
    [
      `Seconds until the first page, npm's cache warm, ${TIMES} times each by turns. ${BEFORE} is the last commit that installed the tools with every start. Installing and building take most of it.`,
      `BUNDLED_PLACES: ${BUNDLE_TIMES} starts each by turns, of a clone that is installed and built.`,
    ],
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureStarts(commit: string, time: number): Promise<Start> {
  const clone = path.join(folder, `${commit}-${time}`)
  const checkedOut = execFileSync('git', ['-C', repository, 'rev-parse', commit]).toString().trim()
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, clone])
  execFileSync('git', ['-C', clone, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', checkedOut])
  try {
    const env = { DATA_DIR: path.join(clone, 'data') }
    const { page, loaded } = await measureStart(clone, env, true)
    const second = await measureStart(clone, env, false)
    if (commit === 'HEAD' && time === TIMES - 1) await compareBundle(clone)
    return { first: page, loaded, second: second.page, packages: megabytes(path.join(clone, 'node_modules')) }
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

async function compareBundle(clone: string): Promise<void> {
  for (let time = 0; time < BUNDLE_TIMES; time++) {
    for (const places of ['on', 'off'] as const) {
      const env = { DATA_DIR: path.join(clone, `data-${time}-${places}`), BUNDLED_PLACES: places }
      bundled[places].push(await measureStart(clone, env, places === 'on'))
    }
  }
}

async function measureStart(clone: string, env: Record<string, string>, awaitsBundle: boolean): Promise<Measured> {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const site = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: clone,
    env: { ...process.env, HOST: '127.0.0.1', PORT, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let loaded = 0
    site.stdout.on('data', (lines: Buffer) => {
      if (LOADED.test(lines.toString())) loaded ||= seconds()
    })
    await until(site, async () => (await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null))?.ok)
    const page = seconds()
    if (awaitsBundle) await until(site, async () => loaded > 0)
    return { page, loaded }
  } finally {
    site.kill('SIGTERM')
    if (site.exitCode === null) await once(site, 'exit')
  }
}

async function until(site: ChildProcess, isDone: () => Promise<boolean | undefined>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(50)) {
    if (await isDone()) return
    if (site.exitCode !== null) throw new Error('The site ended before it was ready.')
  }
  throw new Error('The site did not become ready.')
}

function bundleRows(): Row[] {
  return Object.entries(bundled).map(([places, starts]) => ({
    commit: `HEAD, installed, BUNDLED_PLACES=${places}`,
    'first page after': list(starts.map(({ page }) => page)),
    fastest: Math.min(...starts.map(({ page }) => page)).toFixed(1),
    'bundle loaded after that': places === 'on' ? list(starts.map(({ page, loaded }) => loaded - page)) : '',
    'second start': '',
    'packages, MB': '',
  }))
}

function list(numbers: readonly number[]): string {
  return numbers.map((number) => number.toFixed(1)).join(', ')
}

function rowOf(commit: string, starts: readonly Start[]): Row {
  return {
    commit,
    'first page after': list(starts.map(({ first }) => first)),
    fastest: Math.min(...starts.map(({ first }) => first)).toFixed(1),
    'bundle loaded after that': list(starts.map(({ first, loaded }) => loaded - first)),
    'second start': list(starts.map(({ second }) => second)),
    'packages, MB': starts[0]?.packages ?? '',
  }
}

function megabytes(place: string): number {
  return Number(execFileSync('du', ['-sm', place]).toString().split('\t')[0])
}
