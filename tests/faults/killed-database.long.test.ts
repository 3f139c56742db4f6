import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/database/connect.ts'
import type { Person } from '../post-site.ts'
import { type Application, postmasterPid } from './application.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { type Ledger, NO_DAMAGE } from './ledger.ts'
import { countFailure, type Load, type Outcomes, startLoad } from './load.ts'
import { recordFigures, rounds, secondsOf, writesOf } from './table.ts'

/** Repetitions of each of the four faults. */
const ROUNDS = rounds(1, 5)
const PEOPLE = 20
/** Connections of the site; each may be found broken once. */
const POOL = 10

let crowd: Crowd
let application: Application
let db: Database
let ledger: Ledger
let people: Person[]

beforeAll(async () => {
  crowd = await startCrowd(PEOPLE, { DATABASE_POOL: String(POOL), LOG_LEVEL: 'error' })
  ;({ application, db, ledger, people } = crowd)
})

afterAll(() => crowd.close())

const postmaster = () => postmasterPid(application.config.dataDir)

const faults: Record<string, (load: Load) => Promise<unknown>> = {
  // Repeated, because a connection may have sent its answer just before.
  'connections ended': (load) =>
    expect
      .poll(async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'matnanum%' and pid <> pg_backend_pid()`.execute(db)
        return load.outcomes.unavailable
      })
      .toBeGreaterThan(0),
  'a backend killed': async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'matnanum' and pid <> pg_backend_pid() limit 1`.execute(db)
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  },
  'the database stopped at once': async () => process.kill(await postmaster(), 'SIGQUIT'),
  'the database killed': async () => process.kill(await postmaster(), 'SIGKILL'),
}

test.each(Object.keys(faults))(
  'with %s under load the process lives, answers 503 meanwhile, and loses nothing',
  async (fault) => {
    let [seconds, ordinary] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      const load = startLoad(application, people, ledger)
      onTestFinished(() => void load.stop())
      await expect.poll(() => load.outcomes.done).toBeGreaterThan(5 * PEOPLE)
      ordinary = Math.max(ordinary, await secondsOf(failuresBeforeSuccess))
      const before = await startOfDatabase()
      await faults[fault]?.(load)
      if (fault !== 'connections ended') await expect.poll(isUpSince(before)).toBe(true)
      // One after the other, because each request may find a broken connection.
      let failures = 0
      const recovery = await secondsOf(async () => {
        failures = await failuresBeforeSuccess()
      })
      seconds = Math.max(seconds, recovery)
      expect(failures).toBeLessThanOrEqual(POOL)
      const done = load.outcomes.done
      await expect.poll(() => load.outcomes.done).toBeGreaterThan(done + 5 * PEOPLE)

      const outcomes = await load.stop()
      expect(outcomes).toMatchObject({ hungUp: 0, other: [] })
      expect(outcomes.unavailable).toBeGreaterThan(0)
      const damage = await ledger.findDamage(db)
      if (round === ROUNDS - 1) {
        const done = `${fault} under load, ${ROUNDS} times; until the first success once it was up`
        recordFigures({ fault: 'R2', done, ...writesOf(ledger, damage), seconds, ordinary })
      }
      expect(damage).toEqual(NO_DAMAGE)
      expect(application.isRunning()).toBe(true)
      await runsJobs()
    }
  },
  600_000,
)

/** When the database started to serve, which a recovery resets; null while it does not answer. */
async function startOfDatabase(): Promise<string | null> {
  const query = sql<{ start: string }>`select pg_postmaster_start_time()::text || (
    select backend_start::text from pg_stat_activity where backend_type = 'checkpointer') as start`
  return query.execute(db).then(
    ({ rows }) => rows[0]?.start ?? null,
    () => null,
  )
}

/** Whether the database serves again, with another start time than the given one. */
function isUpSince(before: string | null): () => Promise<boolean> {
  return async () => {
    const start = await startOfDatabase()
    return start !== null && start !== before
  }
}

/** Number of failed requests in a row before the first successful one. */
async function failuresBeforeSuccess(): Promise<number> {
  const failures: Outcomes = { done: 0, unavailable: 0, hungUp: 0, other: [] }
  const [person] = people as [Person]
  const read = () => application.api.as(person).getPosts({ pageParam: 1 })
  const works = () =>
    read().then(
      () => true,
      (error: unknown) => countFailure(failures, error),
    )
  while (application.isRunning() && !(await works()));
  return failures.unavailable + failures.hungUp + failures.other.length
}

async function runsJobs(): Promise<void> {
  await sql`select graphile_worker.add_job('purge_expired')`.execute(db)
  const waiting = sql`select from graphile_worker.jobs where task_identifier = 'purge_expired'`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(0)
}
