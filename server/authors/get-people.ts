import { type RawBuilder, sql } from 'kysely'
import type { PeopleList, QueryGetPeopleArgs } from '#contract/schema.gen.ts'
import { errorMessages } from '#rules/errors.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { badInput } from '../errors.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from './present-author.ts'

const PAGE = 30

type PresentedPeople = { data: PresentedAuthor[]; nextCursor: string | null }

/** The caller's own lists, the last added first. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
export async function getPeople(context: OperationContext, args: QueryGetPeopleArgs): Promise<PresentedPeople> {
  const { accountId } = requireSession(context)
  const name = `people ${args.list} ${accountId}`
  const before = typeof args.cursor === 'string' ? readCursor(context, name, args.cursor) : null
  const after = before === null ? sql`true` : sql`l.id < ${before}`
  const { rows } = await sql<AuthorRow & { list_id: number }>`
    select people.*, listed.id as list_id from (
      select * from (${lists[args.list](accountId)}) l where ${after} order by l.id desc limit ${sql.lit(PAGE + 1)}
    ) listed cross join lateral (${selectAuthors} where a.id = listed.account_id and not a.hidden) people
    order by listed.id desc`.execute(context.db)
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  const hasMore = rows.length > PAGE && last !== undefined
  return {
    data: shown.map((row) => presentAuthor(context, row)),
    nextCursor: hasMore ? context.secrets.sign(JSON.stringify([name, last.list_id]), 'cursor') : null,
  }
}

const lists: Record<PeopleList, (accountId: number) => RawBuilder<unknown>> = {
  followers: (id) => sql`select id, account_id from follows where author_id = ${id}`,
  following: (id) => sql`select id, author_id as account_id from follows where account_id = ${id}`,
  blocked: (id) => sql`select id, author_id as account_id from blocks where account_id = ${id}`,
}

function readCursor({ secrets }: OperationContext, name: string, cursor: string): number {
  const signed = secrets.verify(cursor, 'cursor')
  const [ofList, id] = JSON.parse(signed ?? '[]') as [string?, number?]
  if (ofList !== name || id === undefined) {
    throw badInput([{ field: 'cursor', message: errorMessages.BAD_USER_INPUT }])
  }
  return id
}
