import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The environment of a task: the locked Node and the packages' programs come first in PATH. */
export function taskEnv(additions) {
  const binaries = path.join(root, 'node_modules/.bin')
  return { ...process.env, ...additions, PATH: [binaries, process.env.PATH].join(path.delimiter) }
}

/**
 * Runs a program in the project's folder, forwards our signals to it, and resolves with its exit code (128 + the
 * signal's number if one ended it).
 */
export function runInProject(command, args, { env = process.env } = {}) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const stopWatching = onParentGone(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      stopWatching()
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}

/** A killed npm forwards no signal, and its children must not outlive it. */
function onParentGone(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent || !process.env.npm_lifecycle_event) return
    clearInterval(timer)
    act()
  }, 500)
  return () => clearInterval(timer)
}

const DEFAULT_MB = 384
/** A line of `.env` as Node reads it; Node 18 has no `parseEnv`. */
const LINE = /^\s*(?:export\s+)?HEAP_MB\s*=\s*(["'`]?)(\d*)\1\s*(?:#.*)?$/gm
const ENV_FILE = path.join(root, '.env')

/**
 * Heap size in megabytes: HEAP_MB of the environment, else of `.env`. server/platform/config/ checks it again and reports an
 * invalid one; until then the default is used.
 */
export function heapMb(environment = process.env, text = existsSync(ENV_FILE) ? readFileSync(ENV_FILE, 'utf8') : '') {
  const lines = [...text.replace(/^\uFEFF/, '').matchAll(LINE)]
  const value = environment.HEAP_MB ?? lines.pop()?.[2] ?? ''
  return /^[1-9]\d{2,4}$/.test(value.trim()) ? Number(value) : DEFAULT_MB
}

/**
 * Options of Node for a server, which its workers inherit.
 * - The heap is limited, because it grows as far as it may.
 * - With 16 MB for young objects most of a request's objects are freed early.
 * - The heap may double between two searches of it as a whole. Objects of rendered pages are freed only by such a search, because V8
 *   keeps what accessors refer to; doubling makes it a third as frequent (`bench/results/mixed-hour.md`).
 * @param megabytes limit of the heap
 */
export function serverOptions(megabytes) {
  return [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=16', '--heap-growing-percent=100']
}
