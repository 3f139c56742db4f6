import { pino } from 'pino'
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts'

/** An application with only a database, for tests that kill it. Prints `ready` when it can be killed. */

const dataDir = process.argv[2] ?? ''
const database = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), durable: false })
process.stdout.write('ready\n')
process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
setInterval(() => {}, 60_000)
