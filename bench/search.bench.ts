import { sql } from 'kysely'
import type { Sort } from '#rules/paging.ts'
import { createLog } from '#server/log.ts'
import { allPosts } from '#server/posts/lists/list-filter.ts'
import { orders } from '#server/posts/lists/orders.ts'
import { findOrderedPosts } from '#server/posts/search/find-ordered-posts.ts'
import { wordsOnly } from '#server/posts/search/post-query.ts'
import { containsAllSql, hasGrams } from '#server/search/match-terms.ts'
import { searchTerms } from '#server/search/search-text.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'
import { measuredWords } from './vocabulary.ts'

/**
 * Milliseconds of one search for the ids and the count of its first page in the server's code, compared with the same
 * page when only the planner chooses the way.
 */
const RUNS = 40

/** A search that takes longer than this is not repeated. */
const SLOW_MS = 500

const keywords = {
  'absent word': measuredWords.absent.word,
  'word of 50 posts': measuredWords.rare.word,
  'word of 4 %': measuredWords.fourPercent.word,
  'word of 10 %': measuredWords.tenPercent.word,
  'word of 50 %': measuredWords.common.word,
  'three words, 0.1 %': '노포 맛있 강남구',
  'two words that never meet': '서울 부산',
  'one syllable': '곰',
  'three initial consonants': 'ㅎㅁㄱㅂ',
  'initial consonants that never meet so': 'ㅇㄱㅇㄱㅇㄱㅇㄱ',
} as const

const stage = await openStage()
const context = { db: stage.db, log: createLog('warn') }
const rows: Row[] = []
for (const [name, keyword] of Object.entries(keywords)) {
  for (const sort of ['latest', 'popular', 'order'] as const) {
    const terms = searchTerms(keyword)
    const search = () =>
      findOrderedPosts(context, wordsOnly(terms), orders[sort], { filter: allPosts, paging: { skip: 0 } })
    const [first = 0] = await times(search, 1)
    const ours = await times(search)
    const { stop } = await search()
    const planner = await times(() => byPlanner(keyword, sort))
    rows.push({
      search: name,
      filter: sort,
      'first ms': round(first),
      'p50 ms': round(quantile(ours, 0.5)),
      'p95 ms': round(quantile(ours, 0.95)),
      'planner alone p50 ms': round(quantile(planner, 0.5)),
      'posts searched': stop?.searched ?? 'all',
      'planner / ours': round(quantile(planner, 0.5) / quantile(ours, 0.5)),
    })
  }
}
report('search', `Search among ${stage.posts.toLocaleString('en')} posts`, rows, [
  'The figures of the planner are of the page without a count; 10,000 ms is the limit of a query.',
  'Posts searched: a search for very frequent letters goes on with the next page, and says so. Wanted: at most 150 ms, or such an answer.',
])
await stage.close()

/** Milliseconds of each run; a cancelled search counts with the time until then. */
async function times(work: () => Promise<unknown>, runs = RUNS): Promise<number[]> {
  const measured: number[] = []
  while (measured.length < runs && !measured.some((ms) => ms > SLOW_MS)) {
    const started = performance.now()
    await work().catch((error: Error) =>
      console.error(`${error.message}, after ${Math.round(performance.now() - started)} ms`),
    )
    measured.push(performance.now() - started)
  }
  return measured
}

/** One statement with the same conditions, cancelled by the query's time limit if it takes that long. */
async function byPlanner(keyword: string, sort: Sort): Promise<void> {
  const terms = searchTerms(keyword)
  const query = sql`
    select p.id from posts p join post_stats s on s.post_id = p.id join post_search t on t.post_id = p.id
    where ${hasGrams(terms)} and ${containsAllSql(sql`normal`, terms)}
    order by ${orders[sort].by} limit 11`
  await query.execute(stage.db)
}
