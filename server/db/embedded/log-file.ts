import { open, stat, truncate, writeFile } from 'node:fs/promises'

export const MAX_LOG_BYTES = 1024 * 1024
const CHECK_MS = 5000

/** Empties PostgreSQL's log when it is too large, and keeps its end in `<log>.old`. Returns a function to stop. */
export function keepLogShort(logFile: string, maxBytes = MAX_LOG_BYTES, checkMs = CHECK_MS): () => void {
  let isRotating = false
  const check = async () => {
    if (isRotating) return
    isRotating = true
    // The cause of the failure, such as a full disk, may be gone next time.
    await rotate(logFile, maxBytes).catch(() => {})
    isRotating = false
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
