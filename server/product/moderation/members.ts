import { sql } from 'kysely'
import type {
  AskedErasure,
  CountResult,
  ModeratedPerson,
  MutationSetRoleArgs,
  PersonCard,
  QueryFindPeopleArgs,
  QueryGetPersonCardArgs,
} from '#contract/schema.gen.ts'
import { emailKey } from '#rules/account.ts'
import { cleanLine } from '#rules/text.ts'
import { isHandle } from '#rules/validate.ts'
import type { MemberContext, OperationContext, Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { loadReturnedMail } from '../accounts/mails/returned-mails.ts'
import { deviceName } from '../accounts/sessions/own-sessions.ts'
import { noAuthor } from '../authors/get-authors.ts'
import { addToModerationRecord } from '../enforcement/decisions.ts'
import { PERMANENT_SUSPENSION_END } from '../enforcement/require-writer.ts'
import { isErasurePending } from './act-for-member.ts'
import { confirmAdmin, findTargetMember, lockTargetMember } from './confirm-admin.ts'
import { presentRecordEntry, selectRecordEntries } from './get-reports.ts'
import { mayModerate, type Role } from './policy.ts'

const MOST_FOUND = 50

type Row = {
  id: number
  handle: string
  username: string
  email: string
  role: Role
  created_at: Date
  suspended_until: Date | null
  is_pending: boolean
  hidden: boolean
  posts: number
  comments: number
  reported: number
}

/** SQL of members for moderators, without secrets. `present` masks the e-mail address. */
const selectPeople = sql<Row>`
  select a.id, a.handle, a.username, a.email, a.role, a.created_at, a.is_pending, a.hidden,
    case when a.suspended_until > now() then a.suspended_until end as suspended_until,
    (select count(*) from posts where account_id = a.id) as posts,
    (select count(*) from comments where account_id = a.id) as comments,
    (select count(distinct (kind, item_id)) from reports where author_id = a.id and reporter_id is not null) as reported
  from accounts a`

/**
 * Finds members by their exact nickname, e-mail address or handle. Without a query, those who wait for approval or an erasure,
 * are suspended, or are moderators or admins.
 */
export async function findPeople(context: MemberContext, { query }: QueryFindPeopleArgs): Promise<ModeratedPerson[]> {
  const { session } = context
  const name = cleanLine(query)
  const condition =
    name === ''
      ? sql`a.is_pending or a.suspended_until > now() or a.role <> 'member'
          or exists (select from asked_erasures e where e.account_id = a.id and ${isErasurePending})`
      : sql`a.username = ${name} or a.email_key = ${emailKey(name)} or a.handle = ${name}`
  const { rows } = await sql<Row>`${selectPeople} where ${condition}
    order by a.is_pending desc, a.id desc limit ${sql.lit(MOST_FOUND)}`.execute(context.db)
  if (name !== '') for (const { id } of rows) await recordModeratorView(context, session, id)
  return rows.map(present)
}

/** Records that a moderator looked at a member, also in a search, which reveals whose address or nickname it is. */
const recordModeratorView = ({ db }: OperationContext, { accountId }: Session, id: number): Promise<void> =>
  addToModerationRecord(db, { actorId: accountId, action: 'view', aboutId: id, kind: 'author', itemId: id })

/**
 * A member with posts and decisions, and with sessions for callers who may decide about them. Viewing is recorded.
 * @throws {AppError} NOT_FOUND
 */
export async function getPersonCard(context: MemberContext, { handle }: QueryGetPersonCardArgs): Promise<PersonCard> {
  const { session } = context
  if (!isHandle(handle)) throw noAuthor()
  const { db } = context
  const [person] = (await sql<Row>`${selectPeople} where a.handle = ${handle}`.execute(db)).rows
  if (!person) throw noAuthor()
  await recordModeratorView(context, session, person.id)
  const sessions = mayModerate(session, 'decide', { accountId: person.id, role: person.role })
    ? await db
        .selectFrom('sessions')
        .select(['user_agent', 'created_at', 'last_used_at'])
        .where('account_id', '=', person.id)
        .orderBy('last_used_at', 'desc')
        .execute()
    : null
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title', 'hidden', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const entries = await sql<Parameters<typeof presentRecordEntry>[0]>`${selectRecordEntries}
    where r.about_id = ${person.id} order by r.id desc limit 30`.execute(db)
  const about = { accountId: person.id, role: person.role }
  return {
    person: present(person),
    returnedMail: mayModerate(session, 'care', about) ? await loadReturnedMail(db, person.id) : null,
    care: mayModerate(session, 'care', about),
    erasure: mayModerate(session, 'care', about) ? await loadErasure(context, person.id) : null,
    sessions:
      sessions?.map(({ user_agent, created_at, last_used_at }) => ({
        device: deviceName(user_agent),
        since: created_at.toISOString(),
        used: last_used_at.toISOString(),
      })) ?? null,
    posts: posts.map(({ id, title, hidden, created_at }) => ({
      id: String(id),
      title,
      hidden,
      at: created_at.toISOString(),
    })),
    record: entries.rows.map(presentRecordEntry),
  }
}

async function loadErasure({ db, session }: MemberContext, accountId: number): Promise<AskedErasure | null> {
  const asked = await db
    .selectFrom('asked_erasures')
    .innerJoin('accounts', 'accounts.id', 'asked_erasures.asked_by')
    .select(['accounts.username', 'asked_by', 'reason', 'asked_at'])
    .where('account_id', '=', accountId)
    .where(isErasurePending)
    .executeTakeFirst()
  if (!asked) return null
  const { username, asked_by, reason, asked_at } = asked
  return { by: username, reason, since: asked_at.toISOString(), own: asked_by === session.accountId }
}

/** At most two characters before the '@', never all of them. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = [...email.slice(0, at)]
  return `${name.slice(0, Math.min(2, Math.floor(name.length / 2))).join('')}***${email.slice(at)}`
}

function present(row: Row): ModeratedPerson {
  const { suspended_until: until } = row
  return {
    handle: row.handle,
    username: row.username,
    email: maskedEmail(row.email),
    role: row.role,
    since: row.created_at.toISOString(),
    posts: row.posts,
    comments: row.comments,
    reported: row.reported,
    pending: row.is_pending,
    hidden: row.hidden,
    suspended: until !== null,
    until: until && until < PERMANENT_SUSPENSION_END ? until.toISOString() : null,
  }
}

/**
 * Admins may change all roles but those of admins and themselves. To make somebody a moderator or an admin, they prove to be
 * there: otherwise a stolen session could give its power to an account that stays.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; as `confirmAdmin`
 */
export async function setRole(context: MemberContext, args: MutationSetRoleArgs): Promise<CountResult> {
  const { handle, role } = args
  const change = () => context.db.transaction().execute((tx) => setLocked(tx, context.session, args))
  const count = role === 'member' ? await change() : await confirmAdmin(context, 'grant', args, change)
  return { count, id: handle }
}

async function setLocked(tx: Queryable, session: Session, { handle, role }: MutationSetRoleArgs): Promise<number> {
  const { accountId } = await findTargetMember(tx, handle)
  await lockTargetMember(tx, session, 'grant', accountId)
  return changeRole(tx, { actorId: session.accountId, accountId, role })
}

type Change = Readonly<{ actorId: number | null; accountId: number; role: Role }>

/** Sets a member's role. Returns 0 if they had it already. */
export async function changeRole(tx: Queryable, { actorId, accountId, role }: Change): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ role, role_since: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where('role', '<>', role)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await addToModerationRecord(tx, { actorId, action: `grant ${role}`, aboutId: accountId, kind: 'author' })
  return Number(numUpdatedRows)
}
