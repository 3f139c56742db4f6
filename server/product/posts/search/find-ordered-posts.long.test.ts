import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalForm } from '#rules/normal-form.ts'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import type { OperationContext } from '#server/platform/context.ts'
import { createLog } from '#server/platform/log.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { expectedRows, hasAllGrams, searchTerms, searchText } from '../../search/search-text.ts'
import { noFilter } from '../lists/list-filter.ts'
import { type ListKey, type Order, orders } from '../lists/orders.ts'
import type { Paging } from '../lists/paging.ts'
import { findOrderedPosts } from './find-ordered-posts.ts'
import { queryOfWords } from './post-query.ts'

/** Enough posts for every strategy: index look-up, walking, and look-up after walking without a match. */
const POSTS = 12_000

type Made = { id: number; title: string; likes: number; normal: string }

let database: TestDatabase
let context: Pick<OperationContext, 'db' | 'log'>
let made: Made[]

beforeAll(async () => {
  database = await freshDatabase()
  context = { db: database.db, log: createLog('silent') }
  made = Array.from({ length: POSTS }, (_, index) => makePost(index + 1))
  await store(made)
})

afterAll(async () => {
  await database.drop()
})

/** '서울' and '부산' are each in nearly half of the posts and never together; '옛말' is in old posts only. */
function makePost(id: number): Made {
  const words = [id % 2 === 0 ? '서울' : '부산', id % 25 === 0 ? '노포' : '새집', id < 2000 ? '옛말' : '요즘']
  if (id % 3000 === 7) words.push('도토리묵')
  if (id % 4000 === 9) words.push('묵.국')
  const title = `가게 ${id % 7}`
  return { id, title, likes: id % 5, normal: [title, words.join(' ')].map(normalForm).join('\n') }
}

async function store(posts: readonly Made[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (handle, email, email_key, username, password_hash, question_index, answer_sealed)
    values (${'x'.repeat(22)}, 'a@b.kr', 'a@b.kr', '김하나', '', 0, '') returning id`.execute(database.db)
  const data = JSON.stringify(posts.map((post) => ({ ...post, grams: searchText(post.normal.split('\n')).grams })))
  await sql`
    with made as materialized (
      select * from jsonb_to_recordset(${data}::jsonb) as row(id int, title text, likes int, normal text, grams jsonb)
    ), post as (
      insert into posts (id, account_id, title, contents) overriding system value
      select id, ${rows[0]?.id}, title, normal from made
    ), stats as (
      insert into post_stats select id, likes from made
    )
    insert into post_search select id, normal, array(select jsonb_array_elements_text(grams)) from made`.execute(
    database.db,
  )
  await sql`analyze`.execute(database.db)
}

const sorts: Record<keyof typeof orders, (a: Made, b: Made) => number> = {
  latest: (a, b) => b.id - a.id,
  popular: (a, b) => b.likes - a.likes || b.id - a.id,
  // No place has a verdict.
  again: (a, b) => b.id - a.id,
  order: (a, b) => a.title.localeCompare(b.title, 'ko') || b.id - a.id,
}

function keyOf(order: Order, { id, title, likes }: Made): ListKey {
  return {
    id,
    rank: order === orders.order ? title : order === orders.popular ? likes : order === orders.again ? 0 : null,
  }
}

/** In more posts than are counted exactly. */
const CONSONANT = 'ㅅ'

const keywords = [
  ['a word of half the posts', '서울'],
  ['a word of every 25th post', '노포'],
  ['two frequent words', '노포 서울'],
  ['two frequent words that never meet', '서울 부산'],
  ['a word that only old posts have', '옛말'],
  ['a word of four posts', '도토리묵'],
  ['a word of no post', '뷁뷁'],
  ['a word whose grams are there, but apart', '서울노새'],
  ['one consonant', CONSONANT],
  ['three consonants', 'ㄷㅌㄹ'],
  ['consonants of no post', 'ㅃㅃ'],
  ['a word whose last syllable is only begun', '도토리ㅁ'],
  ['consonants around a syllable', 'ㄷ토ㄹ묵'],
  ['a consonant beside a sign', '묵.ㄱ'],
] as const

const filters = ['latest', 'popular', 'order'] as const

/** Posts with all terms, in the order of the list. */
function matchesIn(terms: ReturnType<typeof searchTerms>, filter: (typeof filters)[number]) {
  return made.filter(({ normal }) => terms.every(({ text }) => contains(normal, text))).toSorted(sorts[filter])
}

test.each(keywords.flatMap(([name, keyword]) => filters.map((filter) => [name, keyword, filter] as const)))(
  '%s (%s) is found in the order %s, page by page',
  async (_, keyword, filter) => {
    const terms = searchTerms(keyword)
    const matches = matchesIn(terms, filter)
    const order = orders[filter]
    const last = matches.at(-1)
    const starts = [0, 10, 200, Math.max(0, matches.length - 5), matches.length + 10]
    for (const start of starts) {
      const expected = matches.slice(start, start + LIST_PAGE_SIZE + 1).map(({ id }) => id)
      expect(
        (await findOrderedPosts(context, queryOfWords(terms), order, { filter: noFilter, paging: { skip: start } }))
          .ids,
      ).toEqual(expected)
      const before = matches[start - 1] ?? last
      const paging: Paging = start === 0 || !before ? { skip: start } : { after: keyOf(order, before) }
      expect((await findOrderedPosts(context, queryOfWords(terms), order, { filter: noFilter, paging })).ids).toEqual(
        expected,
      )
    }
  },
)

test.each(keywords.flatMap(([name, keyword]) => filters.map((filter) => [name, keyword, filter] as const)))(
  '%s (%s) is found completely in the order %s, though only some posts are searched for each page',
  async (_, keyword, filter) => {
    const terms = searchTerms(keyword)
    const matches = matchesIn(terms, filter)
    const order = orders[filter]
    const limits = { sorted: 0, walked: 0, walkedFirst: 0, checked: 0, searched: 500 }
    const ids: number[] = []
    let paging: Paging = { skip: 0 }
    for (let pages = 0; pages < 60; pages++) {
      const found = await findOrderedPosts(context, queryOfWords(terms), order, { filter: noFilter, paging }, limits)
      const shown = found.ids.slice(0, LIST_PAGE_SIZE)
      ids.push(...shown)
      const last = made[(shown.at(-1) ?? 0) - 1]
      if (ids.length > 300) break
      if (found.ids.length > LIST_PAGE_SIZE && last) {
        expect(found.stop).toBeNull()
        paging = { after: keyOf(order, last) }
      } else if (found.stop) paging = { after: found.stop.key }
      else break
    }
    expect(ids).toEqual(matches.slice(0, ids.length).map(({ id }) => id))
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(matches.length, 300))
  },
)

test.each(keywords)('as many posts with %s (%s) are expected as by the planner', async (_, keyword) => {
  const [first, ...rest] = searchTerms(keyword)
  const terms = first ? [{ ...first, others: searchTerms('요즘') }, ...rest] : []
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from post_search where ${hasAllGrams(terms)}`.execute(database.db)
  const planned = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  const expected = await expectedRows(database.db, 'post_search', terms)
  expect(Math.abs(expected - planned), `${expected} of ${planned}`).toBeLessThanOrEqual(1 + planned / 100)
})

const countMade = (keyword: string) =>
  made.filter(({ normal }) => searchTerms(keyword).every(({ text }) => contains(normal, text))).length
async function countFoundPosts(keyword: string): Promise<number> {
  const { count } = await findOrderedPosts(context, queryOfWords(searchTerms(keyword)), orders.latest, {
    filter: noFilter,
    paging: { skip: 0 },
  })
  return count()
}

test.each(keywords.filter(([, keyword]) => keyword !== CONSONANT))('%s (%s) is counted', async (_, keyword) => {
  expect(await countFoundPosts(keyword)).toBe(countMade(keyword))
})

test('a word in more than ten thousand posts is counted as more than that', async () => {
  expect(countMade(CONSONANT)).toBeGreaterThan(10_000)
  expect(await countFoundPosts(CONSONANT)).toBeGreaterThan(10_000)
})

test('the count is the same on every page, also when only some posts are searched for each', async () => {
  const limits = { sorted: 0, walked: 0, walkedFirst: 0, checked: 0, searched: 500 }
  const keyword = '노포 서울'
  const [terms, total] = [searchTerms(keyword), countMade(keyword)]
  const lastPage = Math.floor((total - 1) / LIST_PAGE_SIZE) * LIST_PAGE_SIZE
  const parts: Paging[] = [0, 10, lastPage, lastPage + LIST_PAGE_SIZE].map((skip) => ({ skip }))
  for (const { id } of matchesIn(terms, 'latest').slice(-3)) parts.push({ after: { id, rank: null } })
  const counts: number[] = []
  for (const paging of parts) {
    const { count } = await findOrderedPosts(
      context,
      queryOfWords(terms),
      orders.latest,
      { filter: noFilter, paging },
      limits,
    )
    counts.push(await count())
  }
  expect(counts).toEqual(parts.map(() => total))
})

test('a search that sees the whole list on its first page counts the matches of that page', async () => {
  const limits = { sorted: 0, walked: 0, walkedFirst: 0, checked: 0, searched: POSTS + 1 }
  const wanted = { filter: noFilter, paging: { skip: 0 } }
  const { ids, stop, count } = await findOrderedPosts(
    context,
    queryOfWords(searchTerms('도토리묵')),
    orders.latest,
    wanted,
    limits,
  )
  expect([stop, ids.length, await count()]).toEqual([null, 4, 4])
})

/** A search by definition, without grams or SQL. */
function contains(normal: string, word: string): boolean {
  const [letters, wanted] = [[...normal], [...word]]
  return letters.some((_, start) =>
    wanted.every((character, index) => {
      const letter = letters[start + index] ?? ''
      return letter === character || initialOf(letter) === character
    }),
  )
}

function initialOf(character: string): string {
  const index = character.charCodeAt(0) - 0xac00
  return index >= 0 && index < 11_172
    ? 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'.charAt(Math.floor(index / 588))
    : character
}
