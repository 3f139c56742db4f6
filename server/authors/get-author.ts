import { sql } from 'kysely'
import type { QueryGetAuthorArgs } from '#contract/schema.gen.ts'
import { peopleMessages } from '#rules/people.ts'
import { isHandle } from '#rules/validate.ts'
import type { OperationContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from './present-author.ts'
import { isSeenBy } from './visibility.ts'

/** @throws {AppError} NOT_FOUND for one who is unknown, has withdrawn, or is hidden from the reader */
export async function getAuthor(context: OperationContext, { handle }: QueryGetAuthorArgs): Promise<PresentedAuthor> {
  if (!isHandle(handle)) throw noAuthor()
  const { rows } = await sql<AuthorRow>`${selectAuthors}
    where a.handle = ${handle} and ${isSeenBy(context.session, sql`a.id`)}
      and (not a.hidden or a.id = ${context.session?.accountId ?? null}::bigint)`.execute(context.db)
  const [row] = rows
  if (!row) throw noAuthor()
  return presentAuthor(context, row)
}

export function noAuthor(): AppError {
  return new AppError('NOT_FOUND', { message: peopleMessages.unknown })
}
