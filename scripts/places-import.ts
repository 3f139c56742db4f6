import path from 'node:path'
import { importFile } from '#server/product/places/import/import-file.ts'
import { ImportReport, requireFiles } from './places-import/report.ts'
import { openDatabase } from './programs/open-database.ts'
import { runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run places:import -- FILE… [--all] [--fresh] [--attribution TEXT]

FILE is 상가(상권)정보 as CSV (UTF-8 or CP949), a gazetteer or places as JSON, boundaries as TopoJSON, or an unpacked
file of 위치정보요약DB or 내비게이션용DB (entrc_*.txt, match_build_*.txt, match_jibun_*.txt).
An import that was broken off goes on where it stopped; one that is done is not done again.

  --all          every shop of the CSV, not only restaurants
  --fresh        forget first what the same source held: closed shops are not in a newer edition
  --attribution  the line that maps show for this source, instead of the usual one`

const CONNECTIONS = 2

const COMMAND = {
  usage: USAGE,
  options: { all: { type: 'boolean' }, fresh: { type: 'boolean' }, attribution: { type: 'string' } },
  needs: ['FILE'],
  more: Number.POSITIVE_INFINITY,
  failed: 'Not imported',
} as const

runCommand(COMMAND, async ({ values, positionals }) => {
  await requireFiles(positionals)
  const cleanup = new AsyncDisposableStack()
  try {
    // The site may keep running: the import uses its database.
    const { db } = await openDatabase(cleanup, CONNECTIONS)
    for (const [index, file] of positionals.entries()) {
      const report = new ImportReport(path.basename(file), process.stderr)
      // All shops are one source, so only the first of several files may empty it.
      const fresh = values.fresh === true && index === 0
      const options = { all: values.all === true, fresh, attribution: values.attribution ?? null }
      if (!report.end(await importFile(db, file, options, report))) process.exitCode = 1
    }
  } finally {
    await cleanup.disposeAsync()
  }
})
