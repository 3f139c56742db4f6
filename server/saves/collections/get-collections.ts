import { sql } from 'kysely'
import type { QueryGetCollectionsArgs, QueryGetSearchCollectionsArgs } from '#contract/schema.gen.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { searchSchema } from '#rules/search.ts'
import { isHandle, readId } from '#rules/validate.ts'
import type { OperationContext } from '../../context.ts'
import { checkInput } from '../../errors.ts'
import { containsAllSql, hasGrams } from '../../search/match-terms.ts'
import { searchTerms } from '../../search/search-text.ts'
import { loadCollections, type PresentedCollection } from './load-collections.ts'

/** Those that a search shows above its posts. */
const MOST_FOUND = 12

/** The public ones of a member; all of one's own. */
export async function getCollections(
  context: OperationContext,
  { handle, post }: QueryGetCollectionsArgs,
): Promise<PresentedCollection[]> {
  if (!isHandle(handle)) return []
  const isOwn = context.session?.handle === handle && !context.session.restricted
  const condition = sql`c.account_id = (select id from accounts where handle = ${handle})
    ${isOwn ? sql`` : sql`and c.visibility = 'public'`}`
  const asked = typeof post === 'string' ? readId(post) : null
  const found = await loadCollections(context, condition, { limit: collectionLimits.collections, post: asked })
  return found.map(({ collection }) => collection)
}

/** Public ones with all words of the keyword in their name or text; 12 at most. @throws {AppError} BAD_USER_INPUT */
export async function getSearchCollections(
  context: OperationContext,
  args: QueryGetSearchCollectionsArgs,
): Promise<PresentedCollection[]> {
  const terms = searchTerms(checkInput(searchSchema, args).keyword)
  if (terms.length === 0) return []
  const condition = sql`c.visibility = 'public' and ${hasGrams(terms)} and ${containsAllSql(sql`c.normal`, terms)}`
  return (await loadCollections(context, condition, { limit: MOST_FOUND })).map(({ collection }) => collection)
}
