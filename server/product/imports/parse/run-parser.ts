import { Worker } from 'node:worker_threads'
import type { ImportFailure } from '#rules/place-imports.ts'
import type { ParsedFile } from './rows.ts'

type Parsed = { parsed: ParsedFile } | { failure: ImportFailure }

/** Time limit of parsing; the largest files take a second or two. */
const LONGEST_MS = 30_000

/** In megabytes; the largest files need a third. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

/** Parses a file in a worker thread with limited memory and time, so that a hostile file stops nothing else. */
export async function runParser(bytes: Uint8Array, longestMs = LONGEST_MS): Promise<Parsed> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), { workerData: bytes, resourceLimits })
  const result = new Promise<Parsed>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', () => resolve({ failure: 'damaged' }))
    worker.once('exit', () => resolve({ failure: 'damaged' }))
  })
  const late = setTimeout(() => void worker.terminate(), longestMs)
  try {
    return await result
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
