import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile, writeReport } from './report.ts'

/**
 * Seconds of `npm start` in a fresh clone until the first page is served: with installing and building, then on fresh data folders of
 * that clone, and again on each of them. Also how large the packages are.
 */

const TIMES = 6
const PORT = '3796'
const LOADED = /loaded the bundled places/
const PATIENCE_MS = 600_000

/** Seconds until the first page, and until the bundled places are loaded. */
type Start = { page: number; loaded: number }

const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-start-'))
const clone = path.join(folder, 'clone')
try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', path.resolve(import.meta.dirname, '..'), clone])
  const fresh = await measureStart('data', true)
  const packages = Number(
    execFileSync('du', ['-sm', path.join(clone, 'node_modules')])
      .toString()
      .split('\t')[0],
  )
  const first: Start[] = []
  const second: Start[] = []
  for (let time = 0; time < TIMES; time++) {
    first.push(await measureStart(`data-${time}`, true))
    second.push(await measureStart(`data-${time}`, false))
  }
  writeReport(
    'first-start',
    'Starts of a fresh clone',
    [
      rowOf('first start, with installing and building', [fresh], ''),
      rowOf('first start of a built checkout', first, '≤ 6'),
      rowOf('second start', second, '≤ 1.5'),
    ],
    [`Packages: ${packages} MB; wanted: at most 450.`, "Installing: npm's cache is as it was on this machine."],
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function rowOf(start: string, measured: readonly Start[], wanted: string) {
  const pages = measured.map(({ page }) => page)
  return {
    start,
    'first page after, s': pages.map((page) => page.toFixed(1)).join(', '),
    median: quantile(pages, 0.5).toFixed(1),
    wanted,
    'places loaded after that, s': measured
      .flatMap(({ page, loaded }) => (loaded ? (loaded - page).toFixed(1) : []))
      .join(', '),
  }
}

async function measureStart(dataDir: string, awaitsPlaces: boolean): Promise<Start> {
  const since = performance.now()
  const seconds = () => (performance.now() - since) / 1000
  const site = spawn(process.execPath, ['scripts/bootstrap.cjs', 'start'], {
    cwd: clone,
    env: { ...process.env, HOST: '127.0.0.1', PORT, DATA_DIR: path.join(clone, dataDir) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let loaded = 0
    site.stdout.on('data', (lines: Buffer) => {
      if (LOADED.test(lines.toString())) loaded ||= seconds()
    })
    await until(site, async () => (await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null))?.ok)
    const page = seconds()
    if (awaitsPlaces) await until(site, async () => loaded > 0)
    return { page, loaded }
  } finally {
    site.kill('SIGTERM')
    if (site.exitCode === null) await once(site, 'exit')
  }
}

async function until(site: ChildProcess, isDone: () => Promise<boolean | undefined>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(25)) {
    if (await isDone()) return
    if (site.exitCode !== null) throw new Error('The site ended before it was ready.')
  }
  throw new Error('The site did not become ready.')
}
