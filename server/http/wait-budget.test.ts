import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { registerWaitBudget } from './wait-budget.ts'

test('all waits of one request for connections share one time limit', async () => {
  const { db, pool, drop } = await freshDatabase(1)
  const held = await pool.connect()
  const app = Fastify()
  registerWaitBudget(app)
  const ended: string[] = []
  app.post('/', async () => {
    await sql`select 1`.execute(db).catch(() => {})
    const another = pool.connect().catch(() => ended.push('another request'))
    await sql`select 1`.execute(db).catch(() => ended.push('this request'))
    await another
    return ended
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(address, lateJson())
  expect(await reply.json()).toEqual(['this request', 'another request'])
  held.release()
  await app.close()
  await drop()
})

/** A request whose body arrives after its headers. */
function lateJson(): RequestInit & { duplex: 'half' } {
  const body = new ReadableStream({
    start: async (controller) => {
      await wait(100)
      controller.enqueue(new TextEncoder().encode('{}'))
      controller.close()
    },
  })
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
}
