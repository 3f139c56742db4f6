import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/db/connect.ts'
import { isAlive, worksIn } from '#server/db/embedded/process.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test's own one is copied from. Nobody may be connected to it. */
    templateUrl: string
  }
}

const PREFIX = 'matnanum-test-'

/** One PostgreSQL for the whole run, on a folder that goes with it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = path.join(os.tmpdir(), `${PREFIX}${process.pid}`)
  await mkdir(dataDir, { mode: 0o700 })
  const log = pino({ level: 'warn' })
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false })
  const { db } = connect(database.connectionString, 2)
  await migrateToLatest(db)
  await db.destroy()
  await migrateJobs(database.connectionString, log)
  project.provide('templateUrl', database.connectionString)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Ends and removes what runs that were killed left behind, told by the process id in the folder's name. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    const dataDir = path.join(os.tmpdir(), name)
    await killPostgres(path.join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function killPostgres(folder: string): Promise<void> {
  const note = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(note, 10)
  if (!pid || !(await worksIn(pid, folder))) return
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await wait(20)
}
