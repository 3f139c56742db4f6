import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './parse-file.ts'
import { RefusedFile } from './rows.ts'

try {
  parentPort?.postMessage({ parsed: parseFile(workerData as Uint8Array) })
} catch (error) {
  parentPort?.postMessage({ failure: error instanceof RefusedFile ? error.failure : 'damaged' })
}
