import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CHANGES_CHANNEL } from '#server/platform/database/changes.ts'
import { openClient } from '#server/platform/database/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { roundToThree, writeReport } from './report.ts'
import { postgresProcesses } from './server-process.ts'

// CPU of PostgreSQL for one notification, by the number of connections that listen.

const LISTENERS = [0, 1, 2, 10, 80]
const CHANGES = 2000
const ROUNDS = 3
/** About the size of what a like announces. */
const PAYLOAD = JSON.stringify({
  from: 'x'.repeat(36),
  changes: [['123456', '*', '#123456', 'in 12', 'in 345', 'by abc']],
})

const dataDir = mkdtempSync(path.join(tmpdir(), 'matnanum-listeners-'))
const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('warn') })
const { connectionString } = embedded
const postgres = postgresProcesses(dataDir)
const writer = openClient({ connectionString })
await writer.connect()

const costs = new Map<number, number[]>(LISTENERS.map((count) => [count, []]))
for (let number = 0; number < ROUNDS; number++) {
  for (const count of LISTENERS) costs.get(count)?.push(await microsecondsOfChange(count))
}
await writer.end()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })

const rows = [...costs].map(([listeners, values]) => ({
  'connections that listen': listeners,
  'PostgreSQL CPU µs of one change': roundToThree(Math.min(...values)),
}))
writeReport('listeners', 'What it costs to tell a change', rows, [
  `The least of ${ROUNDS} rounds of ${CHANGES} changes, each a transaction that only notifies, one after the other. The site listens once for each machine (\`server/platform/cluster/change-relay.ts\`); with a connection for each process ten machines of eight cores would be 80.`,
])

async function microsecondsOfChange(count: number): Promise<number> {
  let heard = 0
  const all = Promise.withResolvers<void>()
  const listeners = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = openClient({ connectionString })
      client.on('notification', () => {
        if (++heard === count * CHANGES) all.resolve()
      })
      await client.connect()
      await client.query(`listen ${CHANGES_CHANNEL}`)
      return client
    }),
  )
  const since = postgres.cpuSeconds()
  for (let number = 0; number < CHANGES; number++) {
    await writer.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, PAYLOAD])
  }
  if (count > 0) await all.promise
  const seconds = postgres.cpuSeconds() - since
  await Promise.all(listeners.map((client) => client.end()))
  return (seconds / CHANGES) * 1e6
}
