import type { QueryGetSearchPostsArgs } from '#contract/schema.gen.ts'
import { toSort } from '#rules/paging.ts'
import { searchSchema } from '#rules/search.ts'
import type { OperationContext } from '../context.ts'
import { checkInput } from '../errors.ts'
import { searchTerms } from '../search/search-text.ts'
import { findPosts } from './find-posts.ts'
import { getNearPosts, isSortedByDistance } from './get-near-posts.ts'
import { orders } from './orders.ts'
import { readList } from './paging.ts'
import { emptyList, loadPosts, type PresentedList, presentList } from './present-list.ts'

/**
 * Ten posts that contain every word of the keyword, in the order of `filter`. A word is found across spaces, regardless
 * of case, and by its initial consonants if it consists of those. An empty keyword finds nothing.
 * @throws {AppError} BAD_USER_INPUT for an invalid page or cursor, and for a keyword that is too long
 */
export async function getSearchPosts(context: OperationContext, args: QueryGetSearchPostsArgs): Promise<PresentedList> {
  const { keyword } = checkInput(searchSchema, args)
  const sort = toSort(args.filter)
  const terms = searchTerms(keyword)
  if (terms.length > 0 && isSortedByDistance(args)) return getNearPosts(context, args, { terms })
  const words = terms.map(({ text }) => text).sort()
  const list = readList(context.secrets, `search ${sort} ${words.join(' ')}`, args)
  if (terms.length === 0) return emptyList
  const { ids, count, stop } = await findPosts(context, terms, orders[sort], list)
  const rows = await loadPosts(context.db, ids, orders[sort])
  return presentList(context, list, { sort, rows, count, stop })
}
