import type { JobTask } from './task.ts'

/** Removes pictures that nobody claimed within an hour of their upload. */
export const purgeImages: JobTask = {
  cron: '*/5 * * * *',
  run: ({ images }) => images.purgePending(),
}
