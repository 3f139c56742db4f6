import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { normalForm } from '#rules/normal-form.ts'
import { type Database, perDatabase } from '../../../platform/database/connect.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import {
  FEWEST_COMPARED_SYLLABLES,
  MOST_COMPARED_SYLLABLES,
  type PostWord,
  preparePostWord,
} from '../../places/names/misspelt-names.ts'
import { containsAll, expectedRows, hasAllGrams, searchTerms } from '../../search/search-text.ts'
import type { PostQuery } from './post-query.ts'

/** Limits of the newest posts that are read, of letters of each, and of words that are kept in memory. */
const READ_POSTS = 2000
const READ_LETTERS = 300
const MOST_WORDS = 20_000

const MAX_AGE_MS = 600_000

const cacheOf = perDatabase(
  (db) =>
    new LRUCache<'words', readonly PostWord[]>({
      max: 1,
      ttl: MAX_AGE_MS,
      allowStale: true,
      fetchMethod: (_key, before) => loadWords(db).catch(() => before ?? []),
    }),
)

/**
 * Words that occur in posts, the most frequent first; empty after a failure. Only the first callers wait; during a reload
 * callers get the former words.
 */
export async function loadPostWords(db: Database): Promise<readonly PostWord[]> {
  return (await cacheOf(db).fetch('words')) ?? []
}

async function loadWords(db: Database): Promise<readonly PostWord[]> {
  const { rows } = await sql<{ word: string }>`
    select word from (
      select distinct p.id, w.word
      from (
        select p.id, p.title, p.place_name, left(p.contents, ${sql.lit(READ_LETTERS)}) as contents
        from posts p join listed_posts l on l.id = p.id
        order by p.id desc limit ${sql.lit(READ_POSTS)}
      ) p,
        lateral regexp_split_to_table(concat_ws(' ', p.title, p.place_name, p.contents), '[^가-힣0-9]+') w(word)
      where char_length(w.word) between ${sql.lit(FEWEST_COMPARED_SYLLABLES)} and ${sql.lit(MOST_COMPARED_SYLLABLES)}
    ) used
    group by word order by count(*) desc, word limit ${sql.lit(MOST_WORDS)}`.execute(db)
  return rows.map(({ word }) => preparePostWord(word))
}

/** Expected number of posts with the words beyond which titles are not compared. */
const MOST_COMPARED = 2000

/**
 * SQL of the id of the newest post whose title is the keyword, for a query that leaves out words of it: '어디 갈까' asks for any place
 * to eat, and may also be the name of a restaurant. Null if the query finds such a post anyway, or too many would be compared.
 */
export async function titledPostSql(
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
    where ${hasAllGrams([term])} and split_part(t.normal, E'\\n', 1) = ${text} and ${isShown}
  )`
}
