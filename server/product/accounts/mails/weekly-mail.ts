import { sql } from 'kysely'
import type { CountResult, MutationSwitchWeeklyMailArgs, WeeklyMail } from '#contract/schema.gen.ts'
import { weeklyMailMessages } from '#rules/notifications.ts'
import type { Config } from '../../../platform/config.ts'
import { limited, type MemberContext, type Services } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { badInput } from '../../../platform/errors.ts'
import { queueMail } from '../../../platform/mail/queue.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { loadConfigWithSiteName } from '../../look/load-look.ts'
import { loadLatestNotifications } from '../../notifications/get-notifications.ts'
import { pathOfAddress } from '../../places/address.ts'
import { loadWeeklyTop, requireArea } from '../../posts/areas/find-area-posts.ts'
import { mailLifetimes, weeklyEmail } from './emails.ts'
import { mailStopReason } from './mail-stops.ts'

const RUN_MS = 40_000

const MOST_WAITING = 100

const USE = 'end of weekly mails'

/** Weekly mails need verified addresses, and a mail server that takes List-Unsubscribe headers. */
function isOffered({ mail }: Config): boolean {
  return mail.smtpUrl !== null && mail.verifies
}

export async function getWeeklyMail({ config, db, session }: MemberContext): Promise<WeeklyMail | null> {
  const { accountId } = session
  if (!isOffered(config)) return null
  const row = await loadRow(db, accountId)
  return { on: row !== undefined, area: row?.address ? pathOfAddress(row.address) : null }
}

export async function loadWeeklyMailOf(db: Queryable, accountId: number) {
  const row = await loadRow(db, accountId)
  return row ? { area: row.address, toldUntil: row.told_until } : null
}

async function loadRow(db: Queryable, accountId: number) {
  const { rows } = await sql<{ address: string | null; told_until: Date }>`
    select a.address, w.told_until from weekly_mails w left join areas a on a.id = w.area_id
    where w.account_id = ${accountId}`.execute(db)
  return rows[0]
}

/**
 * Turns weekly mails on or off, or changes their area; they cover what happens from now on.
 * @throws {AppError} BAD_USER_INPUT where they are not offered, NOT_FOUND for an unknown area, RATE_LIMITED
 */
export async function switchWeeklyMail(
  context: MemberContext,
  { on, area: path }: MutationSwitchWeeklyMailArgs,
): Promise<CountResult> {
  const { accountId } = context.session
  const change = async () => {
    if (!on) return endWeeklyMail(context.db, sql`account_id = ${accountId}`)
    if (!isOffered(context.config)) throw badInput([{ field: 'on', message: weeklyMailMessages.notOffered }])
    const area_id = typeof path === 'string' ? (await requireArea(context, path)).id : null
    const row = context.db.insertInto('weekly_mails').values({ account_id: accountId, area_id })
    await row.onConflict((conflict) => conflict.column('account_id').doUpdateSet({ area_id })).execute()
    return 1
  }
  return { count: await limited(context, 'change', change), id: null }
}

async function endWeeklyMail(db: Queryable, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`
    with ended as (delete from weekly_mails where ${condition} returning account_id),
    unsent as (delete from mails where weekly and account_id in (select account_id from ended))
    select from ended`.execute(db)
  return rows.length
}

export function isUnsubscribeToken(secrets: Secrets, token: string): boolean {
  return secrets.verify(token, USE) !== null
}

export async function unsubscribeByToken(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  token: string,
): Promise<boolean> {
  const id = secrets.verify(token, USE)
  if (id === null) return false
  await endWeeklyMail(db, sql`id = ${id}::bigint`)
  return true
}

/** Queues the weekly mails that are due, for a limited time. */
export async function queueDueWeeklyMails(services: Services): Promise<void> {
  const end = Date.now() + RUN_MS
  while (isOffered(services.config) && Date.now() < end && (await writeNext(services)));
}

/**
 * Queues the weekly mail of the next member who is due, and stores that they got it, in one transaction, so a crash sends no mail
 * twice. Returns false if no member is due, or too many mails wait.
 */
async function writeNext(services: Services): Promise<boolean> {
  const { db, secrets } = services
  const config = await loadConfigWithSiteName(services)
  return db.transaction().execute(async (tx) => {
    const due = await takeNext(tx)
    if (!due?.email) return due !== undefined
    const reader = { accountId: due.account_id, bypassesSharedCache: true }
    const notifications = await loadLatestNotifications(tx, due.account_id, due.since, 'all')
    const top = due.area_id === null ? [] : await loadWeeklyTop(tx, reader, due.area_id)
    if (notifications.length + top.length === 0) return true
    const token = secrets.sign(String(due.id), USE)
    const message = weeklyEmail(config, due.email, { notifications, area: due.address ?? '', top, token })
    await queueMail(tx, secrets, { accountId: due.account_id, message, lifetime: mailLifetimes.weekly, weekly: true })
    return true
  })
}

type Due = {
  id: number
  account_id: number
  area_id: number | null
  address: string | null
  since: string
  /** null for an address that may not be mailed. */
  email: string | null
}

/**
 * Stores that the next due member is told now. Locks the account before its `weekly_mails`, as a withdrawal does; skips
 * locked ones.
 */
async function takeNext(tx: Queryable): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with due as (
      select w.id, w.told_until, case when a.email_verified and not a.hidden and not a.is_pending
        and coalesce(a.suspended_until < now(), true) and ${mailStopReason(sql.ref('a.id'))} is null then a.email end as email
      from weekly_mails w join accounts a on a.id = w.account_id
      where w.told_until < (date_trunc('week', (now() at time zone 'Asia/Seoul') - interval '8 hours') + interval '8 hours')
          at time zone 'Asia/Seoul'
        and ${sql.lit(MOST_WAITING)} > (select count(*) from (select from mails where weekly limit ${sql.lit(MOST_WAITING)}) waiting)
      order by w.told_until limit 1 for key share of a skip locked for no key update of w skip locked
    )
    update weekly_mails w set told_until = now() from due where w.id = due.id
    returning w.id, w.account_id, w.area_id, (select address from areas where areas.id = w.area_id),
      greatest(due.told_until, now() - interval '7 days')::text as since, due.email`.execute(tx)
  return rows[0]
}
