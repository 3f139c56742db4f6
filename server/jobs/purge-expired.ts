import { sql } from 'kysely'
import { purgeAttempts } from '../accounts/attempts.ts'
import { purgeFormer } from '../accounts/former-identity.ts'
import { purgeTickets } from '../accounts/recovery-tickets.ts'
import { isAlive } from '../accounts/sessions.ts'
import type { Database } from '../db/connect.ts'
import { purgeAnswers } from '../places/online/lookups.ts'
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

async function purgeSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(isAlive))
    .execute()
}

async function purgeIdempotencyKeys(db: Database): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
}
