import { sql } from 'kysely'
import * as v from 'valibot'
import { changesOf } from '../platform/database/changes.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { purgeExpiredIdempotencyKeys } from '../platform/idempotency.ts'
import type { JobTasks } from '../platform/jobs/jobs.ts'
import { purgeExpiredAttempts } from '../platform/limits/attempts.ts'
import { purgeExpiredRateLimits } from '../platform/limits/rate-limits.ts'
import { requeueLostMails, sendMail } from '../platform/mail/queue.ts'
import { eraseStaleMailFiles } from '../platform/mail/transports.ts'
import { resealTexts, type SealedColumn } from '../platform/reseal.ts'
import { purgeUnusedUnverifiedAccounts } from './accounts/account-data.ts'
import { purgeExpiredChallenges } from './accounts/consume-once.ts'
import { purgeFormerEmailsAndAnswers } from './accounts/find-account.ts'
import { queueNoticeMail, requeueLostNotices } from './accounts/mails/notices.ts'
import { createMailReturns, purgeOldReturnedMails } from './accounts/mails/returned-mails.ts'
import { queueDueWeeklyMails } from './accounts/mails/weekly-mail.ts'
import { unlinkAtKakao } from './accounts/providers/unlink-at-provider.ts'
import { loadLiveTicketNames, purgeExpiredTickets } from './accounts/recovery/recovery-tickets.ts'
import { purgeExpiredSessions } from './accounts/sessions/sessions.ts'
import { purgeExpiredEmailCodes } from './accounts/verify-email.ts'
import { matchTastes } from './authors/match-tastes.ts'
import { closeDays } from './figures/close-days.ts'
import { matchImport } from './imports/match-import.ts'
import { purgeExpiredImports } from './imports/member-imports.ts'
import { purgeExpiredErasures } from './moderation/act-for-member.ts'
import { purgeOldNotifications } from './notifications/account-notifications.ts'
import { notifyFollowers } from './notifications/notify.ts'
import { purgeExpiredLookups } from './places/online/find-online-places.ts'
import { assignPostsToAreas } from './posts/areas/assign-posts-to-areas.ts'
import { rankWeeklyPosts } from './posts/areas/rank-week.ts'
import { updateAgainScores } from './posts/venues/verdicts.ts'
import { repairPosts } from './posts/writing/repair-posts.ts'
import { sendPushes } from './push/send-push.ts'
import { remakeSearchTexts } from './search/remake-search-texts.ts'
import { sendWebhooks } from './webhooks/send-webhooks.ts'

const deletedImages = v.object({ imageIds: v.array(v.number()) })
const queuedMail = v.object({ id: v.number() })
const newPost = v.object({ postId: v.number() })
const placeImport = v.object({ id: v.number() })
const postsToRepair = v.object({ before: v.optional(v.number()) })
const notifiedPerson = v.object({ recipient: v.string() })

/** Every column with texts that the secret key of the site seals. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'accounts', column: 'answer_sealed', use: 'security answer' },
  { table: 'former_answers', column: 'answer_sealed', use: 'security answer' },
  { table: 'recovery_tickets', column: 'temporary_sealed', use: 'temporary password' },
  { table: 'notices', column: 'address_sealed', use: 'mail' },
  { table: 'mails', column: 'sealed', use: 'mail' },
  { table: 'two_steps', column: 'secret_sealed', use: 'two-step key', key: 'account_id' },
  { table: 'webhooks', column: 'secret_sealed', use: 'webhook' },
]

/** Every kind of job, by its name in the queue. */
export const tasks: JobTasks = {
  delete_images: {
    run: ({ images }, payload) => images.deleteQueued(v.parse(deletedImages, payload).imageIds),
  },
  purge_images: {
    cron: '*/5 * * * *',
    run: ({ images }) => images.purgePending(),
  },
  release_images: {
    cron: '23 18 * * *',
    run: ({ images }) => images.releaseUnused(),
  },
  send_mail: {
    run: (services, payload) => sendMail(services, v.parse(queuedMail, payload).id, createMailReturns(services)),
  },
  send_notices: {
    run: (services, payload) => queueNoticeMail(services, v.parse(notifiedPerson, payload).recipient),
  },
  unlink_login: {
    run: (services, payload) => unlinkAtKakao(services, payload),
  },
  notify_followers: {
    run: ({ db }, payload) => notifyFollowers(db, v.parse(newPost, payload).postId),
  },
  match_import: {
    run: (services, payload) => matchImport(services, v.parse(placeImport, payload).id),
  },
  send_pushes: {
    cron: '* * * * *',
    run: (services) => sendPushes(services),
  },
  send_webhooks: {
    cron: '* * * * *',
    run: (services) => sendWebhooks(services),
  },
  /** Runs every minute from 8:00 to 20:59 in Korea. Mails are due from Monday, and sent one after the other. */
  send_weekly_mails: {
    cron: '* 23,0-11 * * *',
    run: (services) => queueDueWeeklyMails(services),
  },
  requeue_mails: {
    cron: '* * * * *',
    run: async ({ db, config }) => {
      await requeueLostMails(db)
      await requeueLostNotices(db, config)
      await eraseStaleMailFiles(config.dataDir, () => loadLiveTicketNames(db))
    },
  },
  fill_areas: {
    cron: '*/5 * * * *',
    run: async ({ db, log }) => {
      if (!(await assignPostsToAreas(db, log))) await queueFillAreas(db)
    },
  },
  repair_posts: {
    cron: '41 17 * * *',
    run: async ({ db, log }, payload) => {
      const { before, mended } = await repairPosts(db, v.parse(postsToRepair, payload).before ?? null)
      if (mended > 0) {
        log.warn({ posts: mended }, 'mended posts that an older release had left out of lists or places')
        changesOf(db).announce(null)
      }
      if (before !== null) await queueRepair(db, before)
    },
  },
  remake_search_texts: {
    cron: '*/5 * * * *',
    run: async ({ db, log }) => {
      if (!(await remakeSearchTexts(db, log))) await queueRemake(db)
    },
  },
  /** Has work only while the site's secret key is changed. */
  reseal: {
    cron: '*/5 * * * *',
    run: (services) => resealTexts(services, sealedColumns),
  },
  rank_week: {
    cron: '7 * * * *',
    run: ({ db }) => rankWeeklyPosts(db),
  },
  rank_again: {
    cron: '37 * * * *',
    run: ({ db }) => updateAgainScores(db),
  },
  match_tastes: {
    cron: '52 * * * *',
    run: ({ db }) => matchTastes(db),
  },
  /** Has work just after midnight in Seoul, or later if no process ran then. */
  close_days: {
    cron: '2 * * * *',
    run: ({ db }) => closeDays(db),
  },
  purge_expired: {
    cron: '17 * * * *',
    run: async (services) => {
      const { db } = services
      await purgeExpiredSessions(db)
      await purgeExpiredAttempts(db)
      await purgeExpiredRateLimits(db)
      await purgeExpiredTickets(db)
      await purgeExpiredEmailCodes(db)
      await purgeExpiredChallenges(db)
      await purgeFormerEmailsAndAnswers(db)
      await purgeExpiredIdempotencyKeys(db)
      await purgeExpiredLookups(db)
      await purgeOldNotifications(db)
      await purgeExpiredImports(db)
      await purgeExpiredErasures(db)
      await purgeOldReturnedMails(db)
      await purgeUnusedUnverifiedAccounts(services)
    },
  },
}

async function queueRepair(db: Queryable, before: number): Promise<void> {
  const payload = JSON.stringify({ before })
  await sql`select graphile_worker.add_job('repair_posts', ${payload}::json, job_key := 'repair posts')`.execute(db)
}

async function queueRemake(db: Queryable): Promise<void> {
  await sql`select graphile_worker.add_job('remake_search_texts', '{}'::json, job_key := 'remake search texts')`.execute(
    db,
  )
}

/** Queues the job that assigns older posts to areas. */
export async function queueFillAreas(db: Queryable): Promise<void> {
  await sql`select graphile_worker.add_job('fill_areas', '{}'::json, job_key := 'fill areas')`.execute(db)
}
