import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveSettings, listSpool, recoverySettings } from './log-spool.ts'

const NAME = '000000010000000000000001'

let folder: string
let spool: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "matnanum spool's 100%f-"))
  spool = path.join(folder, 'spool')
  for (const name of ['cluster/pg_wal', 'spool']) await mkdir(path.join(folder, name), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a command as PostgreSQL does, in its folder. */
function run(command: string | number | undefined, name: string, file: string): { status: number; said: string } {
  const text = String(command).replace(/%([pf%])/g, (_, sign) => ({ p: file, f: name })[sign as 'p' | 'f'] ?? '%')
  try {
    const cwd = path.join(folder, 'cluster')
    return { status: 0, said: execFileSync('/bin/sh', ['-c', `{ ${text}\n} 2>&1`], { cwd, encoding: 'utf8' }) }
  } catch (error) {
    return { status: (error as { status: number }).status, said: '' }
  }
}

async function archive(name: string, content: string | Buffer, bytes?: number, writtenAt = new Date()) {
  const file = `pg_wal/${name}`
  await writeFile(path.join(folder, 'cluster', file), content)
  await utimes(path.join(folder, 'cluster', file), writtenAt, writtenAt)
  const command = archiveSettings(spool, bytes).archive_command
  // Its own exit ends the shell, so the braces of the test do not catch what it says.
  return run(`( ${command} )`, name, file)
}

const names = async () => (await readdir(spool)).toSorted()

test('a segment comes into the spool as it was, compressed, and restored it is the same', async () => {
  const content = Buffer.concat([Buffer.from('a page'), Buffer.alloc(100_000)])
  expect(await archive(NAME, content)).toEqual({ status: 0, said: '' })
  expect(await names()).toEqual([`${NAME}.gz`])
  const bytes = await readFile(path.join(spool, `${NAME}.gz`))
  expect(bytes.length).toBeLessThan(2000)
  expect(gunzipSync(bytes).equals(content)).toBe(true)
  // The time of the last write, not of the copy.
  const closedAt = new Date('2026-11-30T03:04:05.678Z')
  await rm(path.join(spool, `${NAME}.gz`))
  await archive(NAME, content, undefined, closedAt)
  expect(await listSpool(spool)).toEqual([
    { name: NAME, bytes: bytes.length, closedAt, file: path.join(spool, `${NAME}.gz`) },
  ])

  await writeFile(path.join(spool, NAME), content)
  const { restore_command } = recoverySettings(spool, null)
  expect(run(restore_command, NAME, 'pg_wal/RECOVERYXLOG').status).toBe(0)
  expect(await readFile(path.join(folder, 'cluster/pg_wal/RECOVERYXLOG'))).toEqual(content)
  expect(run(restore_command, '00000002.history', 'pg_wal/RECOVERYHISTORY').status).toBe(1)
})

test('the same again is well, and another of that name leaves the first one and says so', async () => {
  await archive(NAME, 'first')
  expect(await archive(NAME, 'first')).toEqual({ status: 0, said: '' })
  expect(await archive(NAME, 'other')).toEqual({ status: 0, said: `log-spool has another ${NAME}\n` })
  expect(gunzipSync(await readFile(path.join(spool, `${NAME}.gz`))).toString()).toBe('first')
})

test('notes of PostgreSQL are not kept, and what a kill has left is replaced', async () => {
  for (const name of ['00000002.history', `${NAME}.00000028.backup`, `${NAME}.partial`])
    expect(await archive(name, 'note')).toEqual({ status: 0, said: '' })
  expect(await names()).toEqual([])
  await writeFile(path.join(spool, `${NAME}.new`), 'half')
  expect(await listSpool(spool)).toEqual([])
  await archive(NAME, 'whole')
  expect(await names()).toEqual([`${NAME}.gz`])
})

test('a full spool drops a segment, says so and lets PostgreSQL go on', async () => {
  await writeFile(path.join(spool, 'old'), Buffer.alloc(64 * 1024, 'x'))
  expect(await archive(NAME, 'late', 64 * 1024)).toEqual({ status: 0, said: `log-spool is full: ${NAME} is dropped\n` })
  expect(await names()).toEqual(['old'])
  await rm(path.join(spool, 'old'))
  expect(await archive(NAME, 'early', 64 * 1024)).toEqual({ status: 0, said: '' })
})

test('without a spool PostgreSQL goes on too', async () => {
  await rm(spool, { recursive: true })
  expect((await archive(NAME, 'lost')).status).toBe(0)
  expect(existsSync(spool)).toBe(false)
  await writeFile(spool, 'a file')
  chmodSync(spool, 0o400)
  expect((await archive(NAME, 'lost')).status).toBe(0)
  expect(await readFile(spool, 'utf8')).toBe('a file')
})
