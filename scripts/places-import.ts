import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadConfig, readEnvironment } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { DATABASE_USER } from '#server/db/embedded/cluster.ts'
import { chooseSocketDir, SOCKET_PORT } from '#server/db/embedded/socket.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { prepareDatabase } from '#server/db/prepare-database.ts'
import { ConfigError } from '#server/env-reader.ts'
import { importFile } from '#server/places/import/import-file.ts'
import { InUseError, StartError } from '#server/start-error.ts'
import { ImportReport } from './places-import/report.ts'

const USAGE = `Usage: npm run places:import -- FILE… [--all] [--fresh] [--attribution TEXT]

FILE is 상가(상권)정보 as CSV (UTF-8 or CP949), a gazetteer or places as JSON, or boundaries as TopoJSON.
An import that was broken off goes on where it stopped; one that is done is not done again.

  --all          every shop of the CSV, not only restaurants
  --fresh        forget first what the same source held: closed shops are not in a newer edition
  --attribution  the line that maps show for this source, instead of the usual one`

type Opened = { url: string; close(): Promise<void> }

/** The configured database, or the embedded one: that of a running site, or started for the import. */
async function openDatabase(config: Config): Promise<Opened> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, close: async () => {} }
  try {
    const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log: console })
    return { url: database.connectionString, close: () => database.stop() }
  } catch (error) {
    if (!(error instanceof InUseError)) throw error
    const socketDir = encodeURIComponent(chooseSocketDir(await realpath(config.dataDir)))
    const url = `postgres:///matnanum?host=${socketDir}&port=${SOCKET_PORT}&user=${DATABASE_USER}&sslmode=disable`
    return { url, close: async () => {} }
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, fresh: { type: 'boolean' }, attribution: { type: 'string' } },
  })
  if (positionals.length === 0) throw new StartError(USAGE)
  const database = await openDatabase(loadConfig(readEnvironment()))
  const { db } = connect(database.url, 2)
  try {
    await prepareDatabase(db)
    for (const [index, file] of positionals.entries()) {
      const report = new ImportReport(path.basename(file), process.stderr)
      // All shops are one source: only the first file of several may empty it.
      const fresh = values.fresh === true && index === 0
      const options = { all: values.all === true, fresh, attribution: values.attribution ?? null }
      report.end(await importFile(db, file, options, report))
    }
  } finally {
    await db.destroy()
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isPlain = error instanceof StartError || error instanceof ConfigError
  console.error(
    isPlain || !(error instanceof Error) ? String((error as Error).message) : `Not imported: ${error.message}`,
  )
  process.exitCode = 1
})
