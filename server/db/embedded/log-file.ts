import { open, stat, truncate, writeFile } from 'node:fs/promises'

/** The log of PostgreSQL and the part of it that was rotated out are each about this long at most. */
const MAX_BYTES = 1024 * 1024
const CHECK_MS = 5000

/**
 * Keeps the log of PostgreSQL short for as long as it runs: every few seconds a log that has grown past `maxBytes` is
 * emptied, and its last `maxBytes` replace the file beside it, `<log>.old`. PostgreSQL appends to the file that it was
 * started with, so the file stays and only its content goes; its own rotation bounds the size of a file, not their number.
 * @returns what ends this.
 */
export function keepLogShort(logFile: string, maxBytes = MAX_BYTES, checkMs = CHECK_MS): () => void {
  let isAtIt = false
  const check = async () => {
    if (isAtIt) return
    isAtIt = true
    // Whatever keeps us from it, such as a full disk, may be over the next time.
    await rotate(logFile, maxBytes).catch(() => {})
    isAtIt = false
  }
  const timer = setInterval(check, checkMs).unref()
  return () => clearInterval(timer)
}

async function rotate(logFile: string, maxBytes: number): Promise<void> {
  const { size } = await stat(logFile)
  if (size <= maxBytes) return
  const last = Buffer.alloc(maxBytes)
  const log = await open(logFile, 'r')
  try {
    await log.read(last, 0, maxBytes, size - maxBytes)
  } finally {
    await log.close()
  }
  await writeFile(`${logFile}.old`, last, { mode: 0o600 })
  await truncate(logFile)
}
