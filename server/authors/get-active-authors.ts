import { sql } from 'kysely'
import { type OperationContext, requireSession } from '../context.ts'
import { type AuthorRow, type PresentedAuthor, presentAuthor, selectAuthors } from './present-author.ts'
import { isShownTo } from './visibility.ts'

const PROPOSED = 5

/** Newest posts of the site whose authors are proposed. */
const NEWEST = 1000

/** Whom the caller may want to follow: who got most likes for the newest posts. @throws {AppError} UNAUTHENTICATED */
export async function getActiveAuthors(context: OperationContext): Promise<PresentedAuthor[]> {
  const session = requireSession(context)
  const { rows } = await sql<AuthorRow>`
    select people.* from (
      select p.account_id, sum(s.like_count) as likes, max(p.id) as newest
      from (select id, account_id, hidden from posts where not hidden order by id desc limit ${sql.lit(NEWEST)}) p
      join post_stats s on s.post_id = p.id
      where p.account_id <> ${session.accountId} and ${isShownTo(session, 'post', 'p')}
        and not exists (select from follows where account_id = ${session.accountId} and author_id = p.account_id)
      group by p.account_id order by likes desc, newest desc limit ${sql.lit(PROPOSED)}
    ) active cross join lateral (${selectAuthors} where a.id = active.account_id) people
    order by active.likes desc, active.newest desc`.execute(context.db)
  return rows.map((row) => presentAuthor(context, row))
}
