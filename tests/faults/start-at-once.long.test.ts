import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { schemaOf } from '../schema-of.ts'
import { prepareApplication } from './application.ts'
import { recordFigures, rounds, secondsOf } from './table.ts'

const ROUNDS = rounds(1, 20)

test('two instances that start on an empty database migrate it once, also when one is killed meanwhile', async () => {
  const model = await freshDatabase()
  const schema = await schemaOf(model.db)
  let slowest = 0
  for (let round = 0; round < ROUNDS; round++) {
    const database = await freshDatabase()
    await sql`drop schema public cascade`.execute(database.db)
    await sql`drop schema graphile_worker cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    const env = {
      DATABASE_URL: database.connectionString,
      SECRET_KEY: 'a secret of at least thirty-two characters',
      // With the same folder of pictures.
      DATA_DIR: await mkdtemp(path.join(tmpdir(), 'matnanum-at-once-')),
      DATABASE_POOL: '4',
      LOG_LEVEL: 'fatal',
    }
    const [one, other] = [await prepareApplication({ env }), await prepareApplication({ env })]
    const ending = one.start().catch(() => {})
    const surviving = secondsOf(other.start)
    // Two in three rounds; the migrations of an empty database take about a second.
    if (round % 3 > 0) {
      await wait(randomInt(300, 2000))
      await one.kill()
    }
    slowest = Math.max(slowest, await surviving)
    await ending
    expect((await other.api.send('GET', '/readyz')).status).toBe(200)
    expect(await schemaOf(database.db)).toEqual(schema)
    await Promise.all([one.close(), other.close()])
    await database.drop()
    await rm(env.DATA_DIR, { recursive: true, force: true })
  }
  await model.drop()
  const done = `two instances started on an empty database ${ROUNDS} times, one killed in two of three; until the other was ready`
  recordFigures({ fault: 'R17', done, seconds: slowest })
}, 3_600_000)
