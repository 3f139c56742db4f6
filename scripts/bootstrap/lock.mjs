import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './run.mjs'

const FILE = path.join(root, '.tmp/start.lock')
const POLL_MS = 200
const RENEWAL_MS = 1000
/** Milliseconds after which a lock without renewal belongs to a killed start. */
const STALE_MS = 10_000

/** Runs `work` alone among the starts in this folder, after waiting for the others. */
export async function withLock(work) {
  mkdirSync(path.dirname(FILE), { recursive: true })
  for (let isWaiting = false; !take(); await wait(POLL_MS)) {
    if (!isWaiting) console.error('Another start in this folder is installing or building; waiting …')
    isWaiting = true
  }
  const renewal = setInterval(() => utimesSync(FILE, new Date(), new Date()), RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    rmSync(FILE, { force: true })
  }
}

function take() {
  try {
    writeFileSync(FILE, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const renewed = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs
    if (renewed < Date.now() - STALE_MS) rmSync(FILE, { force: true })
    return false
  }
}
