import type { Services } from '../context.ts'

/** One kind of job. It may run twice for one cause, and must then do nothing more the second time. */
export type JobTask = {
  /** A throw has it tried again later, with growing pauses. */
  run(services: Services, payload: unknown): Promise<void>
  /** When it runs by itself (crontab, UTC); one instance does, whichever comes first. */
  cron?: string
}
