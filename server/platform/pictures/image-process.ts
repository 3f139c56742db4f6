import { writeFileSync } from 'node:fs'
import { HEAVY_SIGNAL, type ImageJob, type TransformOutcome } from './picture.ts'
import { restrictDecoders, transformUpload } from './transform.ts'

// Decodes uploads in a process of its own, without database, secrets or environment, so that a crash or exploit affects
// nothing else.

const WATCH_MS = 25

/** Makes the kernel kill this process first when memory runs out. */
function volunteerForOom(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
}

/** Ends at once: `process.exit` would wait for the decoder. */
function end(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal)
}

async function work({ folder, memoryLimit, cpuLimit }: ImageJob): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > memoryLimit || (user + system) / 1000 > cpuLimit) end(HEAVY_SIGNAL)
  }, WATCH_MS)
  const outcome = await transformUpload(folder).catch(
    (error: unknown): TransformOutcome => ({ ok: false, refusal: null, failure: String(error) }),
  )
  clearInterval(watch)
  process.send?.(outcome)
}

volunteerForOom()
restrictDecoders()
process.on('message', (job: ImageJob) => void work(job))
process.on('disconnect', () => end('SIGKILL'))
