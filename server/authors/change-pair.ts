import { sql } from 'kysely'
import { errorMessages } from '#rules/errors.ts'
import { isHandle } from '#rules/validate.ts'
import { type OperationContext, requireSession, type Session } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import type { Queryable } from '../db/connect.ts'
import { AppError, badInput } from '../errors.ts'
import { noAuthor } from './get-author.ts'

export type Pair = Readonly<{ accountId: number; authorId: number }>

type Change = Readonly<{ handle: string; change: (tx: Queryable, pair: Pair) => Promise<number> }>

/**
 * Changes what the caller and another member are to each other, one change of a member at a time: so nobody can follow
 * while they are being blocked. Returns how many rows changed.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT for the caller's own handle, RATE_LIMITED
 */
export async function changePair(context: OperationContext, { handle, change }: Change): Promise<number> {
  const session = requireSession(context)
  if (session.handle === handle) throw badInput([{ field: 'handle', message: errorMessages.BAD_USER_INPUT }])
  if (!isHandle(handle)) throw noAuthor()
  const caller = { accountId: session.accountId, ip: context.ip }
  const run = () => context.db.transaction().execute(async (tx) => change(tx, await lockPair(tx, session, handle)))
  const count = await context.rateLimits.count('follow', caller, run)
  for (const one of [handle, session.handle]) changesOf(context.db).announce({ kind: 'follow', handle: one })
  return count
}

/** In order of id, so that two members who change the same never wait for each other in a circle. */
async function lockPair(tx: Queryable, { accountId }: Session, handle: string): Promise<Pair> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where id = ${accountId} or handle = ${handle} order by id for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (!ids.includes(accountId)) throw new AppError('UNAUTHENTICATED')
  const authorId = ids.find((id) => id !== accountId)
  if (authorId === undefined) throw noAuthor()
  return { accountId, authorId }
}
