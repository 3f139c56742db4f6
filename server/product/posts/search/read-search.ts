import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { keysOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import type { Position } from '#rules/position.ts'
import { MEALS } from '#rules/search-words.ts'
import { type Database, perDatabase, type Queryable } from '../../../platform/db/connect.ts'
import { distanceWithin, type Letters, prepareLetters } from '../../../platform/edit-distance.ts'
import { isShownTo, type Reader } from '../../authors/visibility.ts'
import { type KnownPlace, knownNames } from '../../places/names/known-names.ts'
import { type Meaning, meaningOf, uncorrectedMeaning } from '../../places/names/meaning.ts'
import { dishAtEnd, dishesOfInitials, dishOf } from '../../search/dish-names.ts'
import { withIndexOnly } from '../../search/match-terms.ts'
import { factAsked, type SearchTerm, searchTerms, unfinishedTerm } from '../../search/search-text.ts'
import { expectedPosts, foundIds, idsAtLocation, type PostQuery, type SearchLocation, wordsOnly } from './post-query.ts'

/** A keyword with its meaning and the query for posts; null, as for '맛집', finds all. */
export type Search = Readonly<{ meaning: Meaning; query: PostQuery | null; place: SearchedPlace | null }>

type SearchedPlace = Readonly<{ place: KnownPlace; there: SearchLocation }>

const MOST_AREAS = 6

const MOST_COUNTED = 3000

export async function readSearch(db: Database, keyword: string, reader: Reader): Promise<Search | null> {
  if (searchTerms(keyword).length === 0) return null
  const names = await knownNames(db)
  const read = meaningOf(names, keyword)
  if (read.kind === 'any') return { meaning: read, query: null, place: null }
  // '맛집' of '남영돈 맛집' is in no post, but 남영돈 is.
  const asked = uncorrectedMeaning(names, keyword)
  const isGuess = read.isCorrected && (await isInPosts(db, termsOf(asked.otherWords), reader))
  const spelt = isGuess ? asked : await withWordsOfPosts(db, read, reader)
  const meaning = await withKnownOccasions(db, await withoutUnknownWords(db, spelt, reader), reader)
  const others = termsOf(meaning.otherWords)
  const wished = termsOf(meaning.occasions)
  const place = await placeOf(db, meaning)
  const order = { wished, typed: keyword }
  const placeTerms = searchTerms(meaning.placeWords)
  // Posts that name a landmark come before those around it, which are shown only without such posts.
  const isLandmarkAlone = place?.there.around && others.length === 0 && wished.length === 0
  const words = [...placeTerms, ...others]
  if (words.length === 0) return { meaning, place, query: wordsOnly(wished) }
  if (!place || isLandmarkAlone) return { meaning, place, query: { ...wordsOnly(words), ...order } }
  return { meaning, place, query: { terms: words, there: { ...place.there, terms: others }, ...order } }
}

/** Limit of words to correct, because each takes up to two statements. */
const MOST_MISSPELT = 5

/** Replaces words without a post and place by words of posts that differ in one key. */
async function withWordsOfPosts(db: Database, meaning: Meaning, reader: Reader): Promise<Meaning> {
  if (meaning.kind === 'dish') return meaning
  const { otherWords } = meaning
  if (otherWords.length > MOST_MISSPELT) return meaning
  const better = await Promise.all(otherWords.map((word) => wordOfPosts(db, word, reader)))
  if (better.every((word, index) => word === otherWords[index])) return meaning
  const searched = [meaning.placeWords, ...better, ...meaning.occasions].filter((word) => word !== '').join(' ')
  return { ...meaning, searched, isCorrected: true, otherWords: better }
}

/**
 * Shortens '새벽에 문 여는 국밥집' or '해장하기 좋은 국밥집' to '국밥집' if no post has all words. Words of occasions stay first; then only
 * food and facts of the place remain.
 */
async function withoutUnknownWords(db: Database, meaning: Meaning, reader: Reader): Promise<Meaning> {
  const { kind, placeWords, otherWords } = meaning
  const sure = otherWords.filter((word) => dishOf(normalForm(word)) !== undefined || factAsked(word) !== undefined)
  if (kind === 'dish' || sure.length === otherWords.length) return meaning
  const known = otherWords.filter((word) => sure.includes(word) || MEALS.has(word))
  for (const words of [otherWords, known, sure]) {
    if (words.length === 0 || !(await arePerhapsInPosts(db, words, reader))) continue
    const searched = [placeWords, ...words].filter((word) => word !== '').join(' ')
    return words === otherWords ? meaning : { ...meaning, searched, isCorrected: true, otherWords: words }
  }
  return meaning
}

/** Drops occasions that no post mentions, which the answer tells. */
async function withKnownOccasions(db: Database, meaning: Meaning, reader: Reader): Promise<Meaning> {
  const { placeWords, otherWords, occasions } = meaning
  const words = [placeWords, ...otherWords].filter((word) => word !== '')
  if (occasions.length === 0 || words.length === 0) return meaning
  if (await arePerhapsInPosts(db, [...otherWords, ...occasions], reader)) return meaning
  if (otherWords.length > 0 && !(await arePerhapsInPosts(db, otherWords, reader))) return meaning
  return { ...meaning, searched: words.join(' '), isCorrected: true }
}

/** Expected posts above which words are assumed to occur together, because the check may read many. */
const MOST_EXPECTED = 1000

async function arePerhapsInPosts(db: Database, words: readonly string[], reader: Reader): Promise<boolean> {
  const terms = termsOf(words)
  return (await expectedPosts(db, wordsOnly(terms))) > MOST_EXPECTED || isInPosts(db, terms, reader)
}

async function wordOfPosts(db: Database, word: string, reader: Reader): Promise<string> {
  const near = dishOf(normalForm(word)) || factAsked(word) ? null : await nearestPostWord(db, word)
  if (near === null || (await isInPosts(db, termsOf([word]), reader))) return word
  // The words come from all posts, so this one may be only in posts hidden from the reader.
  return (await isInPosts(db, searchTerms(near), reader)) ? near : word
}

/** Whether the reader sees posts with these words as typed, although they look misspelt. */
async function isInPosts(db: Database, terms: readonly SearchTerm[], reader: Reader): Promise<boolean> {
  const isShown = sql`exists (select from posts w where w.id = found.post_id and ${isShownTo(reader, 'post', 'w')})`
  const found = sql`select from (${foundIds(wordsOnly(terms))}) found where ${reader?.bypassesSharedCache ? isShown : sql`true`} limit 1`
  const { rows } = await withIndexOnly(db, (tx) => found.execute(tx))
  return rows.length > 0
}

/** Includes other spellings and kinds of food; the last word may be unfinished. */
function termsOf(words: readonly string[]): SearchTerm[] {
  const texts = [...new Set(words.map(normalForm))].filter((text) => text !== '')
  return texts.flatMap((text, index) => {
    const [term] = searchTerms(text)
    if (!term) return []
    const others = otherTexts(text).flatMap((other) => searchTerms(other))
    const isKnown = others.length > 0 || dishOf(text) !== undefined
    const unfinished = isKnown || index < texts.length - 1 ? null : unfinishedTerm(text)
    return [{ ...term, others: unfinished ? [...others, unfinished] : others }]
  })
}

function otherTexts(text: string): string[] {
  const fact = factAsked(text)
  if (fact) return [fact]
  const dish = dishOf(text)
  if (dish) return [...dish.spellings, ...dish.parts].filter((other) => other !== text)
  const ofInitials = dishesOfInitials(text)
  if (ofInitials.length > 0) return [...ofInitials]
  const end = dishAtEnd(text)
  const spelling = end?.spellings.find((one) => text.endsWith(one))
  if (!end || !spelling) return []
  const before = text.slice(0, -spelling.length)
  return end.spellings.filter((one) => one !== spelling).map((one) => before + one)
}

async function placeOf(db: Queryable, { named }: Meaning): Promise<SearchedPlace | null> {
  const [place] = named
  if (!place) return null
  if (place.level === undefined) {
    const around: Position = { lat: place.lat, lng: place.lng }
    const there = { areas: [], around, posts: 0 }
    return { place, there: { ...there, posts: await countUpTo(db, there) } }
  }
  const addresses = named.filter(({ level }) => level === place.level).map(({ address }) => address)
  const { rows } = await sql<{ id: number; posts: number }>`
    select a.id, (select coalesce(sum(c.count), 0) from area_counts c where c.area_id = a.id)::integer as posts
    from areas a where a.id = any(array(
      select area_id from area_names where address = any(${addresses.slice(0, MOST_AREAS)}::text[])
    ))`.execute(db)
  const posts = rows.reduce((sum, row) => sum + row.posts, 0)
  return { place, there: { areas: rows.map(({ id }) => id), around: null, posts } }
}

async function countUpTo(db: Queryable, there: SearchLocation): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${idsAtLocation(there)} limit ${sql.lit(MOST_COUNTED)}) found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Newest posts whose words are read, and words that are kept in memory. */
const READ_POSTS = 2000
const READ_LETTERS = 300
const MOST_WORDS = 20_000

const MAX_AGE_MS = 600_000

/** Shorter words are one key away from too many others. */
const FEWEST_SYLLABLES = 3
const MOST_SYLLABLES = 12

type PostWord = Readonly<{ text: string; letters: Letters }>

/** Most frequent word of posts that differs in one key; null if there is none, or the word itself is in posts. */
async function nearestPostWord(db: Database, word: string): Promise<string | null> {
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

/**
 * Words of posts, the most frequent first; empty after a failure. Only the first callers wait; later ones get the old
 * words during a reload.
 */
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
