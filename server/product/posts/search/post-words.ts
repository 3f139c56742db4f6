import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, perDatabase } from '../../../platform/database/connect.ts'
import { FEWEST_SYLLABLES, MOST_SYLLABLES, prepareWord, type Word } from '../../places/names/misspelt-names.ts'

/** Newest posts whose words are read, and words that are kept in memory. */
const READ_POSTS = 2000
const READ_LETTERS = 300
const MOST_WORDS = 20_000

const MAX_AGE_MS = 600_000

const cacheOf = perDatabase(
  (db) =>
    new LRUCache<'words', readonly Word[]>({
      max: 1,
      ttl: MAX_AGE_MS,
      allowStale: true,
      fetchMethod: (_key, before) => loadWords(db).catch(() => before ?? []),
    }),
)

/**
 * Words of posts, the most frequent first; empty after a failure. Only the first callers wait; later ones get the old
 * words during a reload.
 */
export async function postWords(db: Database): Promise<readonly Word[]> {
  return (await cacheOf(db).fetch('words')) ?? []
}

async function loadWords(db: Database): Promise<readonly Word[]> {
  const { rows } = await sql<{ word: string }>`
    select word from (
      select distinct p.id, w.word
      from (
        select p.id, p.title, p.place_name, left(p.contents, ${sql.lit(READ_LETTERS)}) as contents
        from posts p join listed_posts l on l.id = p.id
        order by p.id desc limit ${sql.lit(READ_POSTS)}
      ) p,
        lateral regexp_split_to_table(concat_ws(' ', p.title, p.place_name, p.contents), '[^가-힣0-9]+') w(word)
      where char_length(w.word) between ${sql.lit(FEWEST_SYLLABLES)} and ${sql.lit(MOST_SYLLABLES)}
    ) used
    group by word order by count(*) desc, word limit ${sql.lit(MOST_WORDS)}`.execute(db)
  return rows.map(({ word }) => prepareWord(word))
}
