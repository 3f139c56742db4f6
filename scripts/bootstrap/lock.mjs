import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './run.mjs'

const POLL_MS = 200

/** Runs `work` while no other process of this clone holds the same lock. A dead process's lock is taken over. */
export async function withLock(name, work) {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  // The second attempt comes after a dead process's lock was removed.
  for (let isWaiting = false; !take(file) && !take(file); await wait(POLL_MS)) {
    if (!isWaiting) console.error('Another start in this folder is doing this already; waiting …')
    isWaiting = true
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  const mine = `${file}.${process.pid}`
  // Linked into place with its content, so that nobody reads a half-written lock.
  writeFileSync(mine, identify(process.pid) ?? '')
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeStale(file)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function removeStale(file) {
  const owner = read(file)
  if (owner === null || isCurrent(owner)) return
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    // Another process may have taken the lock over between reading and renaming: then it is put back.
    if (read(aside) !== owner) linkSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function isCurrent(owner) {
  const pid = Number(owner.split(' ')[0])
  return identify(pid) === owner
}

/** A process's id and, if the system tells, its start time, because ids are reused. null if it is not running. */
function identify(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return null
  }
  const [state, ...fields] = (read(`/proc/${pid}/stat`) ?? '').replace(/^.*\) /s, '').split(' ')
  return state === 'Z' ? null : `${pid} ${fields[18] ?? ''}`
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
