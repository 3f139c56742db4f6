import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { keysOf } from '#rules/hangul.ts'
import { type Database, perDatabase } from '../../db/connect.ts'
import { distanceWithin, type Letters, prepareLetters } from '../../edit-distance.ts'
import { normalForm } from '../../search/search-text.ts'

/** The words of so many of the newest posts, and the most frequent of them, are kept in memory. */
const READ_POSTS = 2000
/** How many letters of each post are read, after its title and place. */
const READ_LETTERS = 300
const MOST_WORDS = 20_000

/** After that they are read again. */
const MAX_AGE_MS = 600_000

/** Shorter words are one key away from too many others. */
const FEWEST_SYLLABLES = 3
const MOST_SYLLABLES = 12

type PostWord = Readonly<{ text: string; letters: Letters }>

/** The most frequent word of the posts that differs in one key; null for a word of posts, and without any. */
export async function nearestPostWord(db: Database, word: string): Promise<string | null> {
  const text = normalForm(word)
  if (!/^[가-힣\d]+$/.test(text) || text.length < FEWEST_SYLLABLES || text.length > MOST_SYLLABLES) return null
  const letters = prepareLetters(keysOf(text))
  const near = (await postWords(db)).filter((known) => distanceWithin(letters, known.letters, 1) <= 1)
  return near.some((known) => known.text === text) ? null : (near[0]?.text ?? null)
}

const cacheOf = perDatabase(
  (db) =>
    new LRUCache<'words', readonly PostWord[]>({
      max: 1,
      ttl: MAX_AGE_MS,
      allowStale: true,
      fetchMethod: (_key, before) => loadWords(db).catch(() => before ?? []),
    }),
)

/** The most frequent first; none if they cannot be read. Only the first callers wait, later ones not for newer words. */
async function postWords(db: Database): Promise<readonly PostWord[]> {
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
      where char_length(w.word) between ${sql.lit(FEWEST_SYLLABLES)} and ${sql.lit(MOST_SYLLABLES)}
    ) used
    group by word order by count(*) desc, word limit ${sql.lit(MOST_WORDS)}`.execute(db)
  return rows.map(({ word }) => ({ text: word, letters: prepareLetters(keysOf(word)) }))
}
