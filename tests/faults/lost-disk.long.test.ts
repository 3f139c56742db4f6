import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/database/connect.ts'
import { isAlive } from '#server/platform/database/embedded/cluster.ts'
import { insertAccount } from '../insert-account.ts'
import { archivedFiles, waitForNextSecond } from '../log-site.ts'
import { type Application, postmasterPid, prepareApplication, runScript } from './application.ts'

async function namesIn(application: Application): Promise<string[]> {
  const db = await application.openDatabase()
  const rows = await db.selectFrom('accounts').select('username').orderBy('id').execute()
  await db.destroy()
  return rows.map(({ username }) => username ?? '')
}

/** Waits until the place has the present segment; others may come meanwhile. */
async function endSegment(db: Database, backups: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
  const name = rows[0]?.name ?? ''
  await sql`select pg_switch_wal()`.execute(db)
  await expect.poll(async () => (await archivedFiles(backups)).join(' ')).toContain(name)
}

/**
 * PostgreSQL outlives its site for a moment, and may write until it misses its folder. It removes its socket last, which by then
 * could be that of the restored site.
 */
async function loseDisk(dataDir: string): Promise<void> {
  const server = await postmasterPid(dataDir).catch(() => null)
  await rm(dataDir, { recursive: true, maxRetries: 50, retryDelay: 100 })
  if (server !== null) await expect.poll(() => isAlive(server)).toBe(false)
}

test('a site that is killed and whose data folder is gone comes back with what was archived, or as at a moment', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-lost-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const backups = path.join(folder, 'backups')
  const application = await prepareApplication({ env: { BACKUP_DIR: backups } })
  onTestFinished(() => application.close())
  await application.start()
  const notes = async () => (await readdir(path.join(backups, 'log'), { recursive: true }).catch(() => [])).join(' ')
  await expect.poll(notes).toMatch(/base-\S+\.json/)
  const db = await application.openDatabase()
  await insertAccount(db, '하나')
  await endSegment(db, backups)
  const moment = await waitForNextSecond()
  await insertAccount(db, '둘')
  await endSegment(db, backups)
  await insertAccount(db, '셋')
  await db.destroy()
  await application.kill()
  const { dataDir } = application.config
  await loseDisk(dataDir)

  const begin = (...args: string[]) => runScript('restore', args, { DATA_DIR: dataDir, BACKUP_DIR: backups })
  const restore = (...args: string[]) => begin(...args).ended
  expect(await restore('--to', 'yesterday')).toMatchObject({ code: 1, errors: expect.stringContaining('is no moment') })
  expect((await restore('--list')).output).toMatch(/Moments from .+ to .+ \(Seoul\) can be restored\.\n$/)
  const told = expect.stringMatching(/^Restored into .+: \d+ rows and 0 pictures as of .+ \(Seoul\)\.\n$/)
  expect(await restore('--to', 'latest')).toMatchObject({ code: 0, output: told })
  await application.start()
  expect(await namesIn(application)).toEqual(['하나', '둘'])
  await application.kill()
  await loseDisk(dataDir)
  // Killed while it copies the base, while PostgreSQL replays the log, and while it reads what it has restored.
  for (const sign of ['postgres', 'postgres/postmaster.pid', 'secret.key']) {
    const { child, ended } = begin('--to', 'latest')
    await expect.poll(() => existsSync(path.join(dataDir, sign)), { interval: 2 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    await expect(application.start()).rejects.toThrow(
      `A restore into the data folder ${dataDir} is not complete: unless it is still running, empty the folder, and restore again.`,
    )
    await loseDisk(dataDir)
  }
  // The restored site has an archive of its own, beside the one before.
  expect(await restore('--to', moment.toISOString())).toMatchObject({ code: 0, output: told })
  await application.start()
  expect(await namesIn(application)).toEqual(['하나'])
})
