import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PAGE_SIZE, sorts } from '#rules/paging.ts'
import { freshDatabase } from '#tests/database.ts'
import type { Queryable } from '../db/connect.ts'
import { createLog } from '../log.ts'
import { DeepPages, purgeListChanges } from './deep-pages.ts'
import { type Order, orders } from './orders.ts'

const POSTS = 60
const STEP = 5
const log = createLog('silent')

let database: Awaited<ReturnType<typeof freshDatabase>>
let pages: DeepPages

beforeAll(async () => {
  database = await freshDatabase()
  await sql`insert into accounts (id, handle, email, email_key, username, password_hash, question_index, answer_sealed)
    overriding system value values (1, repeat('a', 22), 'a@b.kr', 'a@b.kr', '맛객', 'none', 0, '')`.execute(database.db)
})
afterAll(() => database.drop())
beforeEach(restart)

/** The same posts again, and nothing remembered. */
async function restart(): Promise<void> {
  pages = new DeepPages({ step: STEP, pause: 0 })
  await sql`delete from posts`.execute(database.db)
  await sql`select setval(pg_get_serial_sequence('posts', 'id'), 1000)`.execute(database.db)
  for (let number = 0; number < POSTS; number++) await insert(database.db, number % 7, number % 4)
  await sql`delete from list_changes`.execute(database.db)
}

async function insert(db: Queryable, title: number, likes: number): Promise<void> {
  await sql`with added as (insert into posts (account_id, title, contents) values (1, ${`맛집 ${title}`}, '글') returning id)
    insert into post_stats (post_id, like_count) select id, ${likes}::integer from added`.execute(db)
}

/** The post that stands there when all are in the order of their ids. */
const nth = (place: number) => sql`(select id from posts order by id offset ${place}
  % greatest((select count(*) from posts), 1) limit 1)`

const changes = {
  insert: (db: Queryable, place: number, value: number) => insert(db, place % 7, value),
  remove: (db: Queryable, place: number) => sql`delete from posts where id = ${nth(place)}`.execute(db),
  rename: (db: Queryable, place: number, value: number) =>
    sql`update posts set title = ${`맛집 ${value}`} where id = ${nth(place)}`.execute(db),
  like: (db: Queryable, place: number, value: number) =>
    sql`update post_stats set like_count = ${value}::integer where post_id = ${nth(place)}`.execute(db),
}
type Change = keyof typeof changes

async function byOffset(order: Order, skip: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select ${order.id} as id from ${order.table}
    order by ${order.by} limit ${PAGE_SIZE + 1} offset ${skip}`.execute(database.db)
  return rows.map(({ id }) => id)
}

/** The remembered keys cannot be used, and are read again in the background. */
async function expectReadAgain(order: Order): Promise<void> {
  const read = vi.spyOn(pages, 'read')
  expect(await pages.find(database.db, order, 30, log)).toBeNull()
  expect(read).toHaveBeenCalledTimes(1)
  await read.mock.results[0]?.value
  expect(await pages.find(database.db, order, 30, log)).not.toBeNull()
  read.mockRestore()
}

const remember = async () => {
  for (const sort of sorts) await pages.read(database.db, orders[sort])
}

/** Pages that were found without a walk, of all that were looked at; each is compared with the walk. */
async function compareAll(): Promise<void> {
  for (const sort of sorts) {
    for (let skip = 0; skip <= POSTS; skip += 7) {
      const found = await pages.find(database.db, orders[sort], skip, log)
      if (skip >= 2 * STEP + 10) expect(found).not.toBeNull()
      if (found) expect([sort, skip, found]).toEqual([sort, skip, await byOffset(orders[sort], skip)])
    }
  }
}

test('a page after posts came, went, and changed their titles and likes is the one that OFFSET yields', async () => {
  const change = fc.tuple(fc.constantFrom(...(Object.keys(changes) as Change[])), fc.nat(POSTS), fc.nat(5))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), fc.array(change, { maxLength: 10 }), async (early, late) => {
      await restart()
      for (const [name, place, value] of early) await changes[name](database.db, place, value)
      await remember()
      for (const [name, place, value] of late) await changes[name](database.db, place, value)
      await compareAll()
    }),
    { numRuns: 12 },
  )
})

test.each<Change>(['insert', 'remove', 'rename', 'like'])(
  'what another transaction had begun when the keys were read (%s) counts from its end on',
  async (name) => {
    const other = await database.db.startTransaction().execute()
    await changes[name](other, 40, 3)
    // A later transaction that ends earlier.
    await changes.insert(database.db, 2, 1)
    await remember()
    await compareAll()
    await other.commit().execute()
    await compareAll()
  },
)

test('a rolled-back change affects no page', async () => {
  await remember()
  const other = await database.db.startTransaction().execute()
  await changes.remove(other, 3)
  await other.rollback().execute()
  await compareAll()
})

test('after too many changes the keys are not used, and are read again', async () => {
  pages = new DeepPages({ step: STEP, changes: 20, pause: 0 })
  await remember()
  for (let times = 0; times < 21; times++) await changes.insert(database.db, times, 0)
  await expectReadAgain(orders.latest)
  expect(await pages.find(database.db, orders.latest, 30, log)).toEqual(await byOffset(orders.latest, 30))
})

test('a withdrawal leaves no titles, and the keys of titles are read again', async () => {
  await sql`insert into accounts (id, handle, email, email_key, username, password_hash, question_index, answer_sealed)
    overriding system value values (2, repeat('b', 22), 'b@b.kr', 'b@b.kr', '맛객', 'none', 0, '')`.execute(database.db)
  await remember()
  for (const title of ['남의 글', '다른 글']) {
    await sql`with added as (insert into posts (account_id, title, contents) values (2, ${title}, '글') returning id)
      insert into post_stats (post_id) select id from added`.execute(database.db)
  }
  await sql`delete from posts where title = '다른 글'`.execute(database.db)
  await sql`delete from accounts where id = 2`.execute(database.db)
  const { rows } = await sql`select title, change from list_changes where title is not null`.execute(database.db)
  expect(rows).toEqual([
    { title: '', change: 0 },
    { title: '', change: 0 },
  ])
  for (const sort of ['latest', 'order'] as const) await expectReadAgain(orders[sort])
  await compareAll()
})

test('posts behind the last key that may be remembered are skipped one by one', async () => {
  pages = new DeepPages({ step: STEP, keys: 3, pause: 0 })
  await remember()
  await compareAll()
})

test('only changes that no keys need are removed', async () => {
  await changes.insert(database.db, 1, 0)
  await sql`update list_changes set at = now() - interval '16 minutes' where title is not null`.execute(database.db)
  await purgeListChanges(database.db)
  const { rows } = await sql`select title, like_count from list_changes`.execute(database.db)
  expect(rows).toEqual([{ title: null, like_count: 0 }])
})
