import { type RawBuilder, sql } from 'kysely'
import { normalForm } from '#rules/normal-form.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { containsAll, expectedRows, hasGrams, searchTerms } from '../../search/search-text.ts'
import type { PostQuery } from './post-query.ts'

/** Expected posts with the words above which titles are not compared. */
const MOST_COMPARED = 2000

/**
 * SQL of the newest post whose title is the keyword, for keywords that are read without some of their words: '어디 갈까' asks for any
 * place to eat, and a restaurant may be called so. Null if the query finds such a post itself, and if too many would be compared.
 */
export async function titledPost(
  db: Database,
  keyword: string,
  query: PostQuery | null,
  reader: Reader,
): Promise<RawBuilder<number> | null> {
  const text = normalForm(keyword)
  const [term] = searchTerms(text)
  if (!term || term.pattern !== null || (query && query.author === undefined && containsAll(text, query.terms)))
    return null
  if ((await expectedRows(db, 'post_search', [term])) > MOST_COMPARED) return null
  const isShown = reader?.bypassesSharedCache
    ? sql`exists (select from posts w where w.id = t.post_id and ${isShownTo(reader, 'post', 'w')})`
    : sql`true`
  return sql`(
    select max(t.post_id) from post_search t
    where ${hasGrams([term])} and split_part(t.normal, E'\\n', 1) = ${text} and ${isShown}
  )`
}
