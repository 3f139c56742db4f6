import { sql } from 'kysely'
import { accountLimits } from '#rules/account.ts'
import { canFollowNickname, findMentions, MOST_MENTIONED, mentionStarts } from '#rules/mentions.ts'
import type { OperationContext, Session } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf, columnArraysOf, prepared } from '../../platform/database/prepared.ts'
import { exemptModerator, isSeenBy, isShownTo, isShownToAuthorToo } from '../authors/visibility.ts'
import { isUnseenBy, notifyMember } from '../notifications/notify.ts'
import { noComment } from './present-comment.ts'

/** A member that a comment replies to or names; `name` as written in the text, null if it is not there. */
export type Addressee = Readonly<{ accountId: number; kind: 'reply' | 'mention'; name: string | null }>

/** Thread of a reply: the id of its first comment, and the authors of that and of the comment that is replied to. */
export type Thread = Readonly<{ id: number; repliedTo: readonly number[] }>

type InPost = Readonly<{ postId: number; parentId: number }>

/** Finds the thread of a comment that the writer sees under this post. @throws {AppError} NOT_FOUND */
export async function findThread(tx: Queryable, writer: Session, { postId, parentId }: InPost): Promise<Thread> {
  const { rows } = await sql<Thread>`${prepared}
    select coalesce(c.thread_id, c.id) as id, array_remove(array[c.account_id, (
        select f.account_id from comments f where f.id = c.thread_id and ${isShownTo(writer, 'comment', 'f')}
      )], null)::float8[] as "repliedTo"
    from comments c join posts p on p.id = c.post_id
    where c.id = ${parentId} and c.post_id = ${postId} and ${isShownTo(writer, 'comment', 'c')}
      and ${isShownToAuthorToo(writer, 'post', 'p')}`.execute(tx)
  if (!rows[0]) throw noComment()
  return rows[0]
}

type Written = Readonly<{ postId: number; text: string; repliedTo: readonly number[] }>

/** Accounts of the same nickname that are compared. */
const MOST_CANDIDATES = 200

/**
 * Finds the authors of the comments that are replied to, and members that the text names: the post's author, or others who have
 * commented there. Members who do not see the writer or the post, or are hidden from the writer, are left out.
 */
export async function findAddressees(
  tx: Queryable,
  writer: Session,
  { postId, text, repliedTo }: Written,
): Promise<Addressee[]> {
  const names = possibleNames(text)
  if (names.length === 0 && repliedTo.length === 0) return []
  const isReplied = sql<boolean>`a.id = any(${arrayOf('bigint', repliedTo)})`
  const { rows } = await sql<{ id: number; username: string; isReplied: boolean }>`${prepared}
    select a.id, a.username, ${isReplied} as "isReplied"
    from posts p join accounts a on a.id in (
      select unnest(${arrayOf('bigint', repliedTo)})
      union select id from accounts where username = any(${arrayOf('text', names)}))
    where p.id = ${postId} and a.id <> ${writer.accountId} and not a.hidden
      and (a.id = p.account_id or exists (
        select from comments c where c.account_id = a.id and c.post_id = p.id and ${isShownTo(writer, 'comment', 'c')}))
      and ${isSeenBy(writer, sql`a.id`)} and not ${isUnseenBy(sql`a.id`, sql.lit(writer.accountId))}
      and not ${isUnseenBy(sql`a.id`, sql`p.account_id`)}
      and not exists (select from reports where (reporter_id, kind, item_id) = (a.id, 'post', p.id) and not dismissed)
    order by ${isReplied} desc, a.id = p.account_id desc, a.id limit ${sql.lit(MOST_CANDIDATES)}`.execute(tx)
  const byName = new Map(rows.toReversed().map(({ id, username }) => [username, id]))
  const mentioned = new Map<number, string>()
  for (const { name } of findMentions(text, [...byName.keys()])) mentioned.set(byName.get(name) ?? 0, name)
  const named = [...mentioned].slice(0, MOST_MENTIONED)
  const replied = rows.flatMap((row) => (row.isReplied ? row.id : []))
  return [
    ...replied.map((accountId) => ({ accountId, kind: 'reply' as const, name: new Map(named).get(accountId) ?? null })),
    ...named.flatMap(([accountId, name]) =>
      replied.includes(accountId) ? [] : { accountId, kind: 'mention' as const, name },
    ),
  ]
}

/** Most '@' of a text after which nicknames are looked up. */
const MOST_LOOKED_UP = 20

/** Texts after an '@' that may be a nickname: up to the end of each word within the longest length. */
function possibleNames(text: string): string[] {
  const starts = mentionStarts(text).slice(0, MOST_LOOKED_UP)
  const names = starts.flatMap((start) => {
    const [line = ''] = text.slice(start, start + 2 * accountLimits.username).split('\n')
    const letters = [...line].slice(0, accountLimits.username)
    const prefixes = letters.map((_, index) => letters.slice(0, index + 1).join(''))
    return prefixes.filter((name) => name === name.trim() && canFollowNickname(text.slice(start + name.length)))
  })
  return [...new Set(names)]
}

/** Replaces the addressees of a comment. Lock their accounts before. */
export async function setAddressees(tx: Queryable, commentId: number, people: readonly Addressee[]): Promise<void> {
  await sql`${prepared} delete from comment_addressees where comment_id = ${commentId}`.execute(tx)
  if (people.length === 0) return
  await sql`${prepared} insert into comment_addressees (comment_id, account_id, kind, name)
    select ${commentId}::bigint, * from unnest(${columnArraysOf(people, { accountId: 'bigint', kind: 'text', name: 'text' })})`.execute(
    tx,
  )
}

export async function loadRepliedToAccounts(db: Queryable, commentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comment_addressees')
    .select('account_id')
    .where('comment_id', '=', commentId)
    .where('kind', '=', 'reply')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

type Told = Readonly<{ commentId: number; postId: number; actorId: number; postAuthorId: number }>

/**
 * Notifies each addressee and the post's author once. If the post's author is addressed and has switched that kind off, the
 * notification is of a comment. In order of account, which avoids deadlocks between comments. Lock the accounts before.
 */
export async function notifyOfComment(
  tx: Queryable,
  { postAuthorId, ...event }: Told,
  people: readonly Addressee[],
): Promise<void> {
  const kinds = new Map<number, ('reply' | 'mention' | 'comment')[]>(
    people.map(({ accountId, kind }) => [accountId, [kind]]),
  )
  kinds.set(postAuthorId, [...(kinds.get(postAuthorId) ?? []), 'comment'])
  for (const [recipientId, ways] of [...kinds].toSorted(([one], [other]) => one - other)) {
    for (const kind of ways) if (await notifyMember(tx, { kind, recipientId, ...event })) break
  }
}

type MentionRow = { name: string; handle: string }

/** Loads the members that comments name, without those hidden from the reader. */
export async function loadMentions(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  commentIds: readonly string[],
): Promise<MentionRow[][]> {
  const { rows } = await sql<{ mentions: MentionRow[] }>`${prepared}
    select array(
      select json_build_object('name', d.name, 'handle', a.handle)
      from comment_addressees d join accounts a on a.id = d.account_id
      where d.comment_id = wanted.id and d.name is not null and not a.hidden
        and ${isSeenBy(exemptModerator(session), sql`a.id`)} order by a.id) as mentions
    from unnest(${arrayOf('bigint', commentIds)}) with ordinality as wanted (id, place) order by wanted.place`.execute(
    db,
  )
  return rows.map(({ mentions }) => mentions)
}
