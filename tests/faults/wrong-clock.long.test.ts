import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildUser } from '../factories.ts'
import { smallPhoto } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { somePost } from '../post-site.ts'
import { shiftedClockNodeOptions } from '../shifted-clock.ts'
import { prepareApplication } from './application.ts'
import { recordFigures } from './table.ts'

test.each([2, -2])(
  'with a clock that is wrong by %i hours nothing expires early, and what is due expires',
  async (hours) => {
    const env = { NODE_OPTIONS: shiftedClockNodeOptions(hours * 3_600_000), LOG_LEVEL: 'info' }
    const application = await prepareApplication({ env })
    await application.start()
    const db = await application.openDatabase()
    const { time = 0 } = JSON.parse(
      application
        .logged()
        .split('\n')
        .find((line) => line.startsWith('{')) ?? '{}',
    )
    expect(Math.abs(time - Date.now() - hours * 3_600_000)).toBeLessThan(600_000)

    const person = await buildUser(application.api)
    const picture = (await uploadPicture(person.client, await smallPhoto())).answer.url
    const { client } = await buildUser(application.api)
    const runJobs = async () => {
      const names = ['purge_expired', 'purge_images', 'release_images']
      const { rows } = await sql<{ id: string }>`
        select (graphile_worker.add_job(name)).id from unnest(${names}::text[]) name`.execute(db)
      const ids = rows.map(({ id }) => id)
      // Those of a minute that begins meanwhile are due by the site's clock.
      const waiting = () => sql`select from graphile_worker.jobs where id = any(${ids}::bigint[])`.execute(db)
      await expect.poll(async () => (await waiting()).rows.length).toBe(0)
    }
    await runJobs()
    const key = { 'idempotency-key': 'the same' }
    const post = { ...somePost, image: picture }
    const first = await application.api.as(person).addPost(post, key)
    expect((await application.api.as(person).addPost(post, key)).id).toBe(first.id)
    expect((await application.api.as({ client }).getSessions()).length).toBe(1)

    // By the database's clock their time is up.
    await sql`update sessions set created_at = created_at - interval '31 days', last_used_at = last_used_at - interval '31 days'`.execute(
      db,
    )
    await sql`update idempotency_keys set created_at = created_at - interval '25 hours'`.execute(db)
    await runJobs()
    await expect(application.api.as({ client }).getSessions()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await sql`select from idempotency_keys`.execute(db)).rows).toEqual([])
    await application.close()
    recordFigures({
      fault: 'R12',
      done: `the clock ${hours > 0 ? 'fast' : 'slow'} by 2 h: sessions, keys of requests, pictures`,
    })
  },
)
