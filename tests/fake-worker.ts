import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { MessageToWorker } from '#server/platform/cluster/workers.ts'

// Stands in for server/worker.ts in tests: it starts and stops like a worker, but answers nothing. Each takes a number, the
// first one 1. The environment has the numbers of those that fail to start and of those that never listen. The file of a
// number says whether it runs the jobs.

const { FOLDER = '', FAILING = '', SILENT = '', PORT = '0', RUNS_JOBS } = process.env
await once(process, 'message')
const number = await takeNumber()
const server = createServer()
process.on('message', (message: MessageToWorker) => {
  if (message === 'drain') server.close(() => process.send?.('port closed'))
  else process.exit(0)
})
setInterval(() => process.send?.('alive'), 50)
if (FAILING.split(',').includes(number)) process.exit(1)
if (!SILENT.split(',').includes(number)) server.listen(Number(PORT), '127.0.0.1')

/** The lowest number that no other process has taken; a file of that name says that it is taken. */
async function takeNumber(): Promise<string> {
  for (let next = 1; ; next++) {
    try {
      await writeFile(path.join(FOLDER, String(next)), RUNS_JOBS ?? '', { flag: 'wx' })
      return String(next)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
