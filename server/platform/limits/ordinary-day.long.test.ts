import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LimitedKind } from '#server/platform/config/limits-config.ts'
import { loadConfig } from '#server/platform/config.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { freshDatabase } from '#tests/database.ts'
import { bucketOf, reserveAttempt } from './attempts.ts'

const { limits } = loadConfig({})

const PEOPLE = 500
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Share of a day's activity in the hours from 8 to 20; most is at lunch. */
const HOURS = [0.02, 0.03, 0.05, 0.1, 0.25, 0.15, 0.05, 0.05, 0.05, 0.05, 0.1, 0.1]

type Act = { at: number; accountId: number; kind: LimitedKind }

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function moment(random: () => number): number {
  let rest = random()
  const hour = HOURS.findIndex((part) => {
    rest -= part
    return rest < 0
  })
  return ((hour < 0 ? 4 : hour) + random()) * HOUR
}

/** Repeats an action `count` times, `pause` milliseconds apart. */
function sitting(kind: LimitedKind, accountId: number, from: number, count: number, pause: number): Act[] {
  return Array.from({ length: count }, (_, turn) => ({ kind, accountId, at: from + turn * pause }))
}

/** All members like sixty posts in three sittings and change things; some write a post, a few write many or delete. */
function ordinaryDay(): Act[] {
  const random = randomOf(7)
  const acts = Array.from({ length: PEOPLE }, (_, accountId) => [
    ...[1, 2, 3].flatMap(() => sitting('like', accountId, moment(random), 20, SECOND)),
    ...sitting('change', accountId, moment(random), 3, MINUTE),
    ...(random() < 0.4 ? sitting('post', accountId, moment(random), 1, 0) : []),
    ...(random() < 0.1 ? sitting('post', accountId, moment(random), 5, 3 * MINUTE) : []),
    ...(random() < 0.02 ? sitting('change', accountId, moment(random), 200, 2 * SECOND) : []),
    ...(random() < 0.04 ? sitting('export', accountId, moment(random), 2, MINUTE) : []),
  ])
  return acts.flat().sort((a, b) => a.at - b.at)
}

/** Actions in one statement: old row versions can be removed only after the transaction. */
const BATCH_SIZE = 200

/** Performs the actions behind one address at their times, and returns how many of each kind passed or were refused. */
async function run(acts: readonly Act[]): Promise<Record<string, number>> {
  const { db, drop } = await freshDatabase(2)
  const outcomes: Record<string, number> = {}
  for (let from = 0; from < acts.length; from += BATCH_SIZE) {
    const rows = acts.slice(from, from + BATCH_SIZE).map(({ at, accountId, kind }) => {
      const { account, network } = limits.rates[kind]
      return {
        at,
        accountId,
        kind,
        counts: [account.count, network.count],
        seconds: [account.seconds, network.seconds],
      }
    })
    const { rows: done } = await sql<{ outcome: string }>`
      select kind || case take_tokens(array[kind || "accountId", kind], counts, seconds,
        'epoch'::timestamptz + at * interval '1 ms') when 0 then '' else ' refused' end as outcome
      from jsonb_to_recordset(${JSON.stringify(rows)}) as act (at float8, "accountId" int, kind text, counts int[], seconds int[])`.execute(
      db,
    )
    for (const { outcome } of done) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  await drop()
  return outcomes
}

test('an ordinary day of 500 people behind one address stays within the default limits', async () => {
  const day = ordinaryDay()
  const count = (kind: LimitedKind) => day.filter((act) => act.kind === kind).length
  expect(await run(day)).toEqual({
    like: PEOPLE * 60,
    post: count('post'),
    change: count('change'),
    export: count('export'),
  })
  expect(count('post')).toBeGreaterThan(400)
})

test('500 people sign up behind one address on one day, a quarter of them over lunch', async () => {
  const database = await freshDatabase(2)
  const secrets = new Secrets('a secret of at least thirty-two characters')
  const bucket = bucketOf(secrets, limits.signup, 'signup', '203.0.113.7')
  let made = 0
  for (const part of HOURS) {
    for (let i = 0; i < PEOPLE * part; i++, made++) await reserveAttempt(database.db, [bucket])
    await sql`update attempts set ends_at = ends_at - interval '1 hour'`.execute(database.db)
  }
  await database.drop()
  expect(made).toBeGreaterThanOrEqual(PEOPLE)
})

test('a flood from one address is refused: 200 accounts, and 500 of their posts per second', async () => {
  const flood = Array.from({ length: 7500 }, (_, i) => ({
    at: i * 2,
    accountId: i % limits.signup.count,
    kind: 'post',
  }))
  const { post = 0 } = await run(flood as Act[])
  expect(post).toBeLessThanOrEqual(limits.rates.post.network.count + 2)
})
