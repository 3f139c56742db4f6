import { type RawBuilder, sql } from 'kysely'
import { containsAllSql } from '../../search/match-terms.ts'
import type { SearchTerm } from '../../search/search-text.ts'
import { isThere, type PostQuery } from './post-query.ts'

const scores = {
  wordOfTitle: 10,
  wordOfPlace: 8,
  inTitle: 7,
  /** Another spelling, or a kind of the food. */
  otherInTitle: 6,
  inPlace: 6,
  wordOfText: 4,
  inText: 3,
  /** One syllable of a longer word, or an unfinished word. */
  somewhere: 1,
} as const

/** All words together, in the title. */
const PHRASE = 5

const THERE = 4

/** How well a post (`posts p`, `post_search t`) fits the search. */
export function scoreOf({ terms, there }: PostQuery): RawBuilder<number> {
  const all = terms.map(scoreOfTerm)
  const phrase = terms.map(({ text }) => text).join('')
  return sql<number>`(${sql.join(
    [
      ...all,
      ...(terms.length > 1 ? [sql`case when strpos(${title}, ${phrase}) > 0 then ${sql.lit(PHRASE)} else 0 end`] : []),
      ...(there ? [sql`case when ${isThere(there, sql`p.id`)} then ${sql.lit(THERE)} else 0 end`] : []),
    ],
    sql` + `,
  )})`
}

const title = sql`split_part(t.normal, E'\\n', 1)`
const place = sql`lower(replace(coalesce(p.place_name, ''), ' ', ''))`

function scoreOfTerm(term: SearchTerm): RawBuilder<number> {
  const { text, pattern, others = [] } = term
  const written = others.filter((other) => other.pattern === null)
  const isShort = pattern === null && [...text].length === 1
  const alone = { ...term, others: [] }
  const has = (where: RawBuilder<unknown>, one: SearchTerm) => containsAllSql(where, [one])
  const word = `(^|[^가-힣a-z0-9])(${[term, ...written].map((one) => one.pattern ?? quoted(one.text)).join('|')})($|[^가-힣a-z0-9])`
  const cases: (readonly [RawBuilder<unknown>, number])[] = [
    [sql`p.title ~* ${word}`, scores.wordOfTitle],
    [sql`p.place_name ~* ${word}`, scores.wordOfPlace],
    ...(isShort ? [] : [[has(title, alone), scores.inTitle] as const]),
    ...written.map((other) => [has(title, other), scores.otherInTitle] as const),
    ...[...(isShort ? [] : [alone]), ...written].map((one) => [has(place, one), scores.inPlace] as const),
    [sql`p.contents ~* ${word}`, scores.wordOfText],
    ...[...(isShort ? [] : [alone]), ...written].map((one) => [has(sql`t.normal`, one), scores.inText] as const),
    [has(sql`t.normal`, term), scores.somewhere],
  ]
  const when = cases.map(([condition, score]) => sql`when ${condition} then ${sql.lit(score)}`)
  return sql<number>`case ${sql.join(when, sql` `)} else 0 end`
}

function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}
