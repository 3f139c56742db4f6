import { tendMails } from '../mail/send-mail.ts'
import type { JobTask } from './task.ts'

/** Erases mails that expired, and takes up those whose worker died while sending. */
export const tendMailsJob: JobTask = {
  cron: '* * * * *',
  run: (services) => tendMails(services.db),
}
