import type { JobTask } from './task.ts'

/** Once a night: gives up pictures that no post and no profile shows any more. */
export const releaseImages: JobTask = {
  cron: '23 18 * * *',
  run: ({ images }) => images.releaseUnused(),
}
