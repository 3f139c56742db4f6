import { purgeFormer } from '../accounts/former-identity.ts'
import { purgeTickets } from '../accounts/recovery-tickets.ts'
import { purgeSessions } from '../accounts/sessions.ts'
import { purgeAttempts } from '../limits/attempts.ts'
import { purgeAnswers } from '../places/online/lookups.ts'
import { purgeIdempotencyKeys } from '../posts/idempotency.ts'
import type { JobTask } from './task.ts'

/**
 * Removes what has expired by the database's clock: sessions, counted failures, recovery tickets, given up e-mail
 * addresses and answers, keys of repeated requests, and answers of place services.
 */
export const purgeExpired: JobTask = {
  cron: '17 * * * *',
  run: async ({ db }) => {
    await purgeSessions(db)
    await purgeAttempts(db)
    await purgeTickets(db)
    await purgeFormer(db)
    await purgeIdempotencyKeys(db)
    await purgeAnswers(db)
  },
}
