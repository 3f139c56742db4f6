import { createHash, randomBytes } from 'node:crypto'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SignInWay } from '#contract/schema.gen.ts'
import { sessionLimits } from '#rules/account.ts'
import type { LoginProvider } from '#rules/provider-login.ts'
import type { Config } from '../../../platform/config.ts'
import type { FoundSession, Session } from '../../../platform/context.ts'
import { batchLookups, type Database, type Queryable } from '../../../platform/database/connect.ts'
import { isDatabaseAway } from '../../../platform/database/is-database-away.ts'
import { arrayOf, prepared } from '../../../platform/database/prepared.ts'

export type NewSession = Readonly<{
  accountId: number
  persistent: boolean
  userAgent: string | null
  temporaryHash?: string | null
  byPasskey?: boolean
  twoStep?: boolean
  /** Provider that signed the person in; none after a password or a passkey. */
  byProvider?: LoginProvider | null
  /** How the person signed in. Given for a session that replaces another, with that one's value or null; else derived. */
  way?: SignInWay | null
}>

type SessionRow = {
  id: number
  account_id: number
  handle: string
  restricted: boolean
  persistent: boolean
  has_own_view: boolean
  role: Session['role']
  suspended_until: Date | null
  is_pending: boolean
  is_new: boolean
  email_verified: boolean
  second_step: Session['secondStep']
  role_age: number
  token_hash: Buffer
  previous_hash: Buffer | null
  in_grace: boolean
  is_rotation_due: boolean
  is_touch_due: boolean
}

/** Pattern of 256 random bits. Only the SHA-256 is stored, so a stolen backup opens no session. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const TOUCHED_EVERY = 300

const DAY = 86_400

const { automatic, ordinary, rotation, grace } = sessionLimits

function ago(seconds: number): RawBuilder<Date> {
  return sql<Date>`now() - make_interval(secs => ${sql.lit(seconds)})`
}

/** SQL condition on a row of `sessions`. */
export const isSessionAlive: Expression<SqlBool> = sql<boolean>`case when sessions.persistent
  then sessions.last_used_at > ${ago(automatic.idle)} and sessions.created_at > ${ago(automatic.total)}
  else sessions.last_used_at > ${ago(ordinary.idle)} and sessions.created_at > ${ago(ordinary.total)} end`

/**
 * Finds the live session of a token, and stores that it was used. A persistent session sometimes gets a new token, which the
 * caller must send.
 */
export async function resumeSession(
  db: Database,
  token: string,
  { staffGraceDays }: Pick<Config, 'staffGraceDays'>,
): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null
  const hash = hashToken(token)
  const row = await lookupsIn(db).load(hash)
  if (!row) return null
  const isCurrent = row.token_hash.equals(hash)
  if (!isCurrent && !row.in_grace) {
    await closeSession(db, row.id)
    return null
  }
  const newToken = isCurrent && row.is_rotation_due ? await rotate(db, row.id, hash).catch(unlessAway) : null
  if (row.is_touch_due) await touch(db, row.id).catch(unlessAway)
  return {
    id: row.id,
    accountId: row.account_id,
    handle: row.handle,
    restricted: row.restricted,
    persistent: row.persistent,
    bypassesSharedCache: row.has_own_view,
    role: row.role,
    isPending: row.is_pending,
    isNew: row.is_new,
    isVerified: row.email_verified,
    secondStep: row.second_step === 'missing' && row.role_age < staffGraceDays * DAY ? 'done' : row.second_step,
    suspendedUntil: row.suspended_until,
    newToken,
  }
}

/** Without the primary database a session is used as it is, and renewed later. @throws any other error */
function unlessAway(error: unknown): null {
  if (isDatabaseAway(error)) return null
  throw error
}

const lookupsIn = batchLookups(findRows)

async function findRows(db: Database, hashes: readonly Buffer[]): Promise<(SessionRow | null)[]> {
  const { rows } = await db.executeQuery(selectSessions(hashes).compile(db))
  const byHash = new Map<string, SessionRow>()
  for (const row of rows) if (row.previous_hash) byHash.set(row.previous_hash.toString('hex'), row)
  for (const row of rows) byHash.set(row.token_hash.toString('hex'), row)
  return hashes.map((hash) => byHash.get(hash.toString('hex')) ?? null)
}

function selectSessions(hashes: readonly Buffer[]): RawBuilder<SessionRow> {
  const isOneOf = sql`= any(${arrayOf('bytea', hashes)})`
  return sql<SessionRow>`${prepared}
    select sessions.id, sessions.account_id, a.handle, sessions.restricted, sessions.persistent, sessions.token_hash,
      sessions.previous_hash, a.role, a.is_pending, a.email_verified,
      a.has_own_view or a.role <> 'member' or exists (select from blocks where account_id = a.id)
        or exists (select from blocks where author_id = a.id) as has_own_view,
      case when a.suspended_until > now() then a.suspended_until end as suspended_until,
      a.created_at > now() - interval '24 hours' and 2 > (select count(*) from (
        select from posts where account_id = a.id and not hidden limit 2) posted) as is_new,
      case when a.role = 'member' then 'done'
        when not exists (select from two_steps where account_id = a.id)
          and not exists (select from passkeys where account_id = a.id) then 'missing'
        when sessions.two_step or sessions.by_passkey then 'done' else 'skipped' end as second_step,
      extract(epoch from now() - coalesce(a.role_since, a.created_at))::float as role_age,
      sessions.rotated_at > ${ago(grace)} as in_grace,
      sessions.persistent and sessions.rotated_at < ${ago(rotation)} as is_rotation_due,
      sessions.last_used_at < ${ago(TOUCHED_EVERY)} as is_touch_due
    from sessions join accounts a on a.id = sessions.account_id
    where (sessions.token_hash ${isOneOf} or sessions.previous_hash ${isOneOf}) and ${isSessionAlive}`
}

/** Opens a session and returns its token. Beyond `sessionLimits.most` the one that was not used for longest ends. */
export async function openSession(db: Queryable, session: NewSession): Promise<string> {
  const token = newToken()
  await endIdlest(db, session.accountId)
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      token_hash: hashToken(token),
      persistent: session.persistent,
      restricted: typeof session.temporaryHash === 'string',
      temporary_hash: session.temporaryHash ?? null,
      user_agent: session.userAgent,
      by_passkey: session.byPasskey ?? false,
      two_step: session.twoStep ?? false,
      by_provider: session.byProvider ?? null,
      way: session.way === undefined ? wayOf(session) : session.way,
    })
    .execute()
  return token
}

function wayOf({ byPasskey, byProvider }: NewSession): SignInWay {
  return byPasskey ? 'passkey' : (byProvider ?? 'password')
}

async function endIdlest(db: Queryable, accountId: number): Promise<void> {
  const kept = sessionLimits.most - 1
  await sql`delete from sessions where id in (select id from sessions where account_id = ${accountId}
    order by last_used_at desc, id desc offset ${kept})`.execute(db)
}

export async function closeSession(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Makes a random token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Gives the new token to only one of parallel requests; the period of grace covers the others. */
async function rotate(db: Database, id: number, hash: Buffer): Promise<string | null> {
  const token = newToken()
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ previous_hash: hash, token_hash: hashToken(token), rotated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : null
}

async function touch(db: Database, id: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function purgeExpiredSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(isSessionAlive))
    .execute()
}
