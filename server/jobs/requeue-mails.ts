import { requeueNotices } from '../accounts/notices.ts'
import { liveTickets } from '../accounts/recovery-tickets.ts'
import { eraseMailFiles } from '../mail/erase-files.ts'
import { requeueMails } from '../mail/send-mail.ts'
import type { JobTask } from './task.ts'

/** Erases mails and notices that expired, and takes up those whose worker died. */
export const requeueMailsJob: JobTask = {
  cron: '* * * * *',
  run: async ({ db, config }) => {
    await requeueMails(db)
    await requeueNotices(db, config)
    await eraseMailFiles(config.dataDir, () => liveTickets(db))
  },
}
