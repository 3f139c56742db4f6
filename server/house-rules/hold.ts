import { sql } from 'kysely'
import { moderationMessages } from '#rules/moderation.ts'
import type { Queryable } from '../db/connect.ts'
import { badInput } from '../errors.ts'
import { normalForm } from '../search/search-text.ts'
import { record } from './decisions.ts'

/** Whether one of the texts has a word that moderators want to look at first. */
export async function hasHeldWord(db: Queryable, texts: readonly (string | null)[]): Promise<boolean> {
  const text = texts.map((one) => normalForm(one ?? '')).join('\n')
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from moderation_rules where kind = 'word' and strpos(${text}, value) > 0) as held`.execute(db)
  return rows[0]?.held === true
}

/** For texts by field that stand beside all that a member does, so they cannot wait for a look. @throws {AppError} BAD_USER_INPUT */
export async function requireNoHeldWord(db: Queryable, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(texts)) {
    if (await hasHeldWord(db, [text])) throw badInput([{ field, message: moderationMessages.heldWord }])
  }
}

type Held = Readonly<{ kind: 'post' | 'comment' | 'collection'; itemId: number; authorId: number; title: string }>

/** Puts what is hidden for a word among the reports, and tells its author. */
export async function hold(tx: Queryable, { kind, itemId, authorId, title }: Held): Promise<void> {
  const about = { kind, [`${kind}_id`]: itemId, author_id: authorId, reason: 'word' }
  await tx.insertInto('reports').values(about).execute()
  const reason = moderationMessages.held
  const decision = { account_id: authorId, kind, item_id: itemId, action: 'hold' as const, title, reason }
  await tx.insertInto('decisions').values(decision).execute()
  await giveOwnView(tx, authorId)
  await record(tx, { actorId: null, action: 'hold', aboutId: authorId, kind, itemId, reason: '' })
}

/** From now on what the member sees differs from what everybody sees, so they share no responses (docs/readers.md). */
export async function giveOwnView(tx: Queryable, accountId: number): Promise<void> {
  await sql`update accounts set has_own_view = true where id = ${accountId} and not has_own_view`.execute(tx)
}
