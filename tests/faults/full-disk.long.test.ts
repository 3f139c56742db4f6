import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFailed, test } from 'vitest'
import { failures } from '#rules/errors.ts'
import { freshDatabase } from '../database.ts'
import { photo } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { addPerson, somePost } from '../post-site.ts'
import { type Application, prepareApplication } from './application.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { addPost, countFailure, type Outcomes } from './load.ts'
import { canHaveSmallDisk, onSmallDisk, SmallDisk } from './small-disk.ts'
import { recordFigures, writesOf } from './table.ts'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end()
})

function tell(application: Application): void {
  process.stderr.write(application.logged().slice(-20_000))
}

async function startOn(megabytes: number, env: Record<string, string> = {}): Promise<Application> {
  const application = await prepareApplication({ env: { LOG_LEVEL: 'warn', ...env }, wrap: onSmallDisk(megabytes) })
  ends.push(() => application.close())
  onTestFailed(() => tell(application))
  await application.start()
  return application
}

describe.skipIf(!(await canHaveSmallDisk()))('on a disk of its own, which needs a mount namespace', () => {
  test('a full disk below the pictures fails the upload with its message, leaves nothing, and nothing else fails', async () => {
    const database = await freshDatabase()
    ends.push(() => database.drop())
    const application = await startOn(8, { DATABASE_URL: database.connectionString })
    const disk = SmallDisk.of(application)
    const person = await addPerson({ ...application, db: database.db })
    const picture = await photo()
    const rows = async () => (await database.db.selectFrom('images').select('id').execute()).length

    // It fails while the file arrives, while our versions are made, and while they are stored.
    for (const part of [0, 0.5, 1.2, 2.2]) {
      await disk.fill(Math.round(part * picture.length))
      const { reply, answer } = await uploadPicture(person.client, picture)
      expect([reply.status, answer.error?.message], `with room for ${part} of it`).toEqual([500, failures.imageUpload])
      expect(await rows()).toBe(0)
      expect([...(await disk.files('images')), ...(await disk.files('uploads'))]).toEqual([])
      await application.api.as(person).addPost(somePost)
    }
    await disk.free()
    expect((await uploadPicture(person.client, picture)).reply.status).toBe(200)
    expect(await rows()).toBe(1)
    const posts = await database.db.selectFrom('posts').select('id').execute()
    const done = 'uploads to a disk that fills at four stages, each followed by a post without a picture'
    recordFigures({ fault: 'R8', done, acknowledged: 4, lost: 4 - posts.length })
    expect(posts).toHaveLength(4)
  })

  test('a full disk below the database is 503 and recovers once there is room', async () => {
    const application = await startOn(192)
    const disk = SmallDisk.of(application)
    const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-ledger-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const ledger = new Ledger(path.join(folder, 'ledger'))
    ends.push(() => ledger.close())
    const db = await application.openDatabase(disk.folder)
    const person = await addPerson({ ...application, db })
    const outcomes: Outcomes = { done: 0, unavailable: 0, hungUp: 0, other: [] }
    const write = () =>
      addPost(application.api, person, ledger).then(
        () => {
          outcomes.done += 1
        },
        (error: unknown) => countFailure(outcomes, error),
      )

    await write()
    await disk.fill()
    await expect.poll(async () => write().then(() => outcomes.unavailable)).toBeGreaterThan(0)
    // Now there is no room for its log either, without which PostgreSQL can neither continue nor start.
    const switchLog = () => sql`select pg_switch_wal()`.execute(db).then(write, () => 'down')
    await expect.poll(switchLog).toBe('down')
    const before = outcomes.unavailable
    await expect.poll(async () => write().then(() => outcomes.unavailable)).toBeGreaterThan(before + 20)
    expect(outcomes).toMatchObject({ hungUp: 0, other: [] })
    expect(application.isRunning()).toBe(true)

    await disk.free()
    const { done } = outcomes
    const since = performance.now()
    // PostgreSQL reads its log first, which takes as long as the machine needs.
    await expect.poll(async () => write().then(() => outcomes.done)).toBeGreaterThan(done)
    const seconds = (performance.now() - since) / 1000
    // It takes a second, once took a minute; then the log is printed.
    if (seconds > 30) tell(application)
    expect(outcomes).toMatchObject({ hungUp: 0, other: [] })
    const damage = await ledger.findDamage(db)
    const what =
      'a full disk of 192 MB below the database, which then stopped; until a write worked once there was room'
    recordFigures({ fault: 'R9', done: what, ...writesOf(ledger, damage), seconds })
    expect(damage).toEqual(NO_DAMAGE)
  })
})
