import { sql } from 'kysely'
import type { QueryGetSavedPinsArgs, SavedPin } from '#contract/schema.gen.ts'
import { MAX_PINS } from '#rules/saves.ts'
import { keywordSchema } from '#rules/search.ts'
import { type OperationContext, requireSession } from '../context.ts'
import { checkInput } from '../errors.ts'
import { wantedFacts } from '../posts/lists/facts.ts'
import { searchTerms } from '../search/search-text.ts'
import { entriesOf } from './entries.ts'

/** Where the entries of one of the caller's lists are. @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT */
export async function getSavedPins(context: OperationContext, args: QueryGetSavedPinsArgs): Promise<SavedPin[]> {
  const reader = requireSession(context)
  const terms = searchTerms(checkInput(keywordSchema, args.keyword ?? ''))
  const { rows } = await sql<Omit<SavedPin, 'post'> & { post_id: number }>`
    select e.post_id, case when e.is_gone then coalesce(e.place_name, e.title) else p.title end as title, e.lat, e.lng
    from ${entriesOf({ reader, list: args.list, terms, facts: wantedFacts(args) })} left join posts p on p.id = e.post_id
    where e.lat is not null order by e.at desc, e.post_id desc limit ${sql.lit(MAX_PINS)}`.execute(context.db)
  return rows.map(({ post_id, ...pin }) => ({ post: String(post_id), ...pin }))
}
