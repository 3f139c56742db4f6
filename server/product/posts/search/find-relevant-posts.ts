import { type RawBuilder, sql } from 'kysely'
import { factBits } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import type { Occasion } from '#rules/occasions.ts'
import { LIST_PAGE_SIZE } from '#rules/paging.ts'
import { weekdays } from '#rules/week.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Database, Queryable } from '../../../platform/database/connect.ts'
import { containsAllSql, escapePattern, type SearchTerm } from '../../search/search-text.ts'
import { allOf, conditionsOf } from '../lists/list-filter.ts'
import { isOpen } from '../lists/open-weeks.ts'
import type { ListKey } from '../lists/orders.ts'
import { type ListRequest, skipOf } from '../lists/paging.ts'
import { countFoundPosts } from './find-ordered-posts.ts'
import {
  awayFrom,
  expectedPosts,
  foundTexts,
  isAround,
  isAtLocation,
  isFound,
  type PostQuery,
  type SearchLocation,
} from './post-query.ts'

/** Expected number of posts up to which all are ranked; there may be more, since the grams of a word always occur together. */
const MOST_RANKED = 2000

/** If there are more, the site's newest posts are read in parts of this size, and the matches of each part are ranked. */
const PART = 5000

const MOST_PARTS = 4

/**
 * Position in the ranking: `below` tells the part, of posts with smaller ids, and is null for the newest part; `score` is null
 * at the beginning of a part.
 */
export type Rank = Readonly<{ below: number | null; score: number | null }>

type Ranked = Readonly<{ id: number; rank: Rank }>

/** Ranked posts of a page, one more than a page if there are more; `stop` is where the next page continues if the examined parts do not fill this one. */
export type RelevantPosts = Readonly<{
  posts: readonly Ranked[]
  count: () => Promise<number>
  stop: (Ranked & { searched: number }) | null
}>

/** Whether all posts of a query are ranked together, rather than part by part. */
export async function isRankedWhole(db: Database, query: PostQuery): Promise<boolean> {
  return (await expectedPosts(db, query)) <= MOST_RANKED
}

/**
 * Posts of a query, the best match first. If there are many, the newest part is ranked, then the next one: ranking a million
 * would take seconds.
 */
export async function findRelevantPosts(
  context: Pick<OperationContext, 'db' | 'log'>,
  query: PostQuery,
  list: Wanted,
): Promise<RelevantPosts> {
  const { db } = context
  const expected = await expectedPosts(db, query)
  if (expected <= MOST_RANKED) {
    const { posts, total, isWhole } = await bestOfAll(db, query, list)
    if (isWhole) return { posts, count: async () => total, stop: null }
  }
  const found = await bestOfParts(db, query, list)
  const atLeast = expected <= MOST_RANKED ? PART : expected
  return { ...found, count: () => countFoundPosts(context, query, { expected: atLeast, filter: list.filter }) }
}

type Wanted = Pick<ListRequest<Rank>, 'filter' | 'paging'>

type Row = { id: number; score: number }

const keyOf = ({ paging }: Pick<Wanted, 'paging'>) => ('after' in paging ? paging.after : null)

async function bestOfAll(db: Queryable, query: PostQuery, list: Wanted) {
  const { rows, ...all } = await bestOf(db, query, list.filter, foundTexts(query), keyOf(list), skipOf(list.paging))
  return { ...all, posts: rows.map(({ id, score }) => ({ id, rank: { below: null, score } })) }
}

async function bestOfParts(db: Queryable, query: PostQuery, { filter, paging }: Wanted) {
  const posts: Ranked[] = []
  let key = keyOf({ paging })
  let skip = skipOf(paging)
  let below = key?.rank.below ?? null
  for (let parts = 1; ; parts++) {
    const isInPart = below === null ? sql`true` : sql`post_id < ${below}`
    const newest = sql`select post_id, normal from post_search where ${isInPart} order by post_id desc limit ${sql.lit(PART)}`
    const texts = sql`select post_id, normal from (${newest}) part where ${isFound(query, sql`part.post_id`, sql`part.normal`)}`
    const { rows, total } = await bestOf(db, query, filter, texts, key, skip)
    for (const { id, score } of rows) posts.push({ id, rank: { below, score } })
    if (posts.length > LIST_PAGE_SIZE) return { posts: posts.slice(0, LIST_PAGE_SIZE + 1), stop: null }
    const { rows: ends } = await sql<{ id: number }>`
      select post_id as id from (${newest}) part offset ${sql.lit(PART - 1)}`.execute(db)
    const end = ends[0]?.id
    if (end === undefined) return { posts, stop: null }
    skip = Math.max(0, skip - total)
    below = end
    key = null
    if (parts === MOST_PARTS) return { posts, stop: { id: 0, rank: { below, score: null }, searched: parts * PART } }
  }
}

/**
 * The best of the posts that `texts` selects with their ids and texts. If there are more than a part, whose ranking would take
 * seconds, it returns none, and `isWhole` is false.
 */
async function bestOf(
  db: Queryable,
  query: PostQuery,
  filter: ListRequest['filter'],
  texts: RawBuilder<unknown>,
  key: ListKey<Rank> | null,
  skip: number,
): Promise<{ rows: Row[]; total: number; isWhole: boolean }> {
  const after = key?.rank.score == null ? sql`true` : sql`(score, id) < (${key.rank.score}::integer, ${key.id}::bigint)`
  const { rows } = await sql<{ total: number; is_whole: boolean; posts: Row[] | null }>`
    with texts as materialized (select * from (${texts}) texts limit ${sql.lit(PART + 1)}),
    whole as materialized (select count(*) <= ${sql.lit(PART)} as is_whole from texts),
    found as materialized (
      select p.id, ${scoreOf(query)} as score
      from texts t join posts p on p.id = t.post_id left join post_stats s on s.post_id = t.post_id
        left join venue_posts w on w.post_id = t.post_id
      where (select is_whole from whole) and ${allOf(conditionsOf(filter, 's'))}
    )
    select (select is_whole from whole), (select count(*)::integer from found) as total, (
      select json_agg(page) from (
        select id, score from found where ${after} order by score desc, id desc
        limit ${sql.lit(LIST_PAGE_SIZE + 1)} offset ${skip}
      ) page
    ) as posts`.execute(db)
  const [{ posts, total, is_whole: isWhole } = { posts: null, total: 0, is_whole: true }] = rows
  return { rows: posts ?? [], total, isWhole }
}

const scores = {
  wordOfTitle: 10,
  wordOfPlace: 8,
  inTitle: 7,
  /** Another spelling, or a variety of the food. */
  otherInTitle: 6,
  inPlace: 6,
  wordOfText: 4,
  inText: 3,
  /** One syllable of a longer word, or an unfinished word. */
  somewhere: 1,
} as const

/** Points for all words in a row in the title. */
const PHRASE = 5

/** Points for being at the place, more than all words together can give to a distant post. */
const AT_LOCATION = 1000

/** Further points, at most, for being near the landmark. */
const NEAREST = 15

/** Further points, at most, for being near a part of an area, and the distance in units of `AROUND` (some 5 km) at which they end. */
const [NEAR_PART, REACH] = [30, 4]

/** Points for a title that is the keyword, more than for the place. */
const SAME_TITLE = 2000

function scoreOf({
  terms,
  there,
  wished = [],
  called = [],
  occasions = [],
  isMood = false,
  typed = [],
}: PostQuery): RawBuilder<number> {
  const others = [
    ...wished.map(scoreOfWish),
    ...called.map(scoreOfTerm),
    ...occasions.flatMap(scoresOfFacts),
    liked(isMood ? LIKED_FIRST : LIKED),
  ]
  const phrase = terms.map(({ text }) => text).join('')
  const isPhrase =
    terms.length > 1 ? [sql`case when strpos(${title}, ${phrase}) > 0 then ${sql.lit(PHRASE)} else 0 end`] : []
  const words = isMood ? [] : terms.map(scoreOfTerm)
  const sum = (scores: readonly RawBuilder<unknown>[]) =>
    sql`(${sql.join(scores.length > 0 ? scores : [sql`0`], sql` + `)})`
  // Around a landmark its name in a post counts too; in an area the name says nothing about a post.
  const beside = (there?.around ? terms : (there?.terms ?? [])).map(scoreOfTerm)
  const matched = there
    ? sql`coalesce(${pointsAtLocation(there, sql`p.id`)} + ${sum(beside)}, ${sum([...words, ...isPhrase])})`
    : sum([...words, ...isPhrase])
  return sql<number>`(${sql.join(
    [
      matched,
      ...others,
      ...(typed.length > 0
        ? [sql`case when ${sql.join(typed.map(isTitle), sql` or `)} then ${sql.lit(SAME_TITLE)} else 0 end`]
        : []),
    ],
    sql` + `,
  )})::integer`
}

/** SQL of the points of a post for being at the location; null elsewhere. */
function pointsAtLocation(there: SearchLocation, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!there.around) {
    const share = there.near && awayFrom(there.near)
    const near = share
      ? sql`coalesce((select floor(${sql.lit(NEAR_PART)} * (1 - least(1, ${share} / ${sql.lit(REACH)})))
          from post_positions m where m.post_id = ${id}), 0)`
      : sql`0`
    return sql`case when ${isAtLocation(there, id)} then ${sql.lit(AT_LOCATION)} + ${near} end`
  }
  const share = awayFrom(there.around)
  return sql`(select ${sql.lit(AT_LOCATION)} + floor(${sql.lit(NEAREST)} * (1 - least(1, ${share})))
    from post_positions m where m.post_id = ${id} and ${isAround(there.around)})`
}

/** Points for each doubling of likes and visits, and their limit: a word in the title outweighs somewhat more likes. For an occasion alone, likes decide. */
const LIKED = { points: 1.5, most: 9 }
const LIKED_FIRST = { points: 20, most: 500 }

/** Limit of visits that are counted. */
const MOST_VISITS = 100

/** Points for likes and visits; a visit counts twice as much. */
function liked({ points, most }: typeof LIKED): RawBuilder<unknown> {
  const countOf = (saved: RawBuilder<boolean>) =>
    sql`(select count(*) from (select from saves v where v.list = 'been' and ${saved} limit ${sql.lit(MOST_VISITS)}) visits)`
  const visits = sql`case when w.venue_id is null then ${countOf(sql`v.post_id = p.id and v.venue_id is null`)}
    else ${countOf(sql`v.venue_id = w.venue_id`)} end`
  // PostgreSQL's log(2, x) computes in decimal numbers, which takes longer than all else in a score.
  const count = sql`(1 + coalesce(s.like_count, 0) + 2 * ${visits})::float8`
  return sql`least(${sql.lit(most)}, floor(${sql.lit(points / Math.LN2)} * ln(${count}) + ${sql.lit(ROUNDING)}))`
}

/** More than the error of a logarithm, of which a power of two has a whole one. */
const ROUNDING = 1e-9

/** Points of a post whose facts suit the occasion, and of one that advises against it. */
const [SUITS, ADVISED_AGAINST] = [20, -30]

const column = sql`s.open_hours`

/** A Wednesday and the day before, as bits: whether a place serves a meal is judged by its hours on a usual day. */
const MIDWEEK = { today: 1 << weekdays.indexOf('wed'), yesterday: 1 << weekdays.indexOf('tue') }

/** Times of the day, in steps of five minutes, at any of which a place that serves the meal is open. */
const OPEN_AT = { morning: [9 * 12], evening: [20 * 12], night: [23 * 12 + 9, 12], dawn: [4 * 12, 5 * 12 + 6] } as const

function scoresOfFacts({ hours, facts }: Occasion): RawBuilder<unknown>[] {
  const suits = (condition: RawBuilder<unknown>) => sql`case when ${condition} then ${sql.lit(SUITS)} else 0 end`
  const isServed = (step: number) => {
    const [daily, weekly] = [
      { step, today: 0, yesterday: 0 },
      { step, ...MIDWEEK },
    ].map((at) => isOpen(column, at))
    return sql`case when ${column} < 0 then ${weekly} else ${daily} end`
  }
  return [
    ...(hours === null ? [] : [suits(sql.join(OPEN_AT[hours].map(isServed), sql` or `))]),
    ...facts.map((fact) => suits(sql`(s.facts >> ${sql.lit(factBits[fact])}) & 1 = 1`)),
  ]
}

function scoreOfWish(term: SearchTerm): RawBuilder<unknown> {
  const words = [term, ...(term.others ?? [])].map(({ text }) => escapePattern(text)).join('|')
  const against = `(${words})[^.!?\\n]{0,15}(권하지|추천하지|비추|별로|아닙니|아니에|아니었|안좋|금지|받지않|실패)`
  return sql`case when t.normal ~ ${against} then ${sql.lit(ADVISED_AGAINST)} else ${scoreOfTerm(term)} end`
}

/** SQL condition: the title of a post is the typed text. Spaces in the text count: '전주 비빔밥' is food of a place, and 전주비빔밥 also a shop. */
function isTitle(typed: string): RawBuilder<boolean> {
  return typed.includes(' ') ? sql`lower(p.title) = ${typed.toLowerCase()}` : sql`${title} = ${normalForm(typed)}`
}

const title = sql`split_part(t.normal, E'\\n', 1)`
const place = sql`lower(replace(coalesce(p.place_name, ''), ' ', ''))`

function scoreOfTerm(term: SearchTerm): RawBuilder<number> {
  const { text, pattern, others = [] } = term
  const written = others.filter((other) => other.pattern === null)
  const isShort = pattern === null && [...text].length === 1
  const alone = { ...term, others: [] }
  const has = (where: RawBuilder<unknown>, [first, ...rest]: readonly SearchTerm[]) =>
    first ? containsAllSql(where, [{ ...first, others: rest }]) : sql`false`
  const spelt = isShort ? written : [alone, ...written]
  const words = [term, ...written].map((one) => one.pattern ?? escapePattern(one.text)).join('|')
  const word = `(^|[^가-힣a-zA-Z0-9])(${words})($|[^가-힣a-zA-Z0-9])`
  // Without regard to case PostgreSQL reads a pattern with all syllables ten times as long.
  const matches = /[\p{Lu}\p{Ll}]/u.test(words) ? sql`~*` : sql`~`
  const cases: (readonly [RawBuilder<unknown>, number])[] = [
    [sql`p.title ${matches} ${word}`, scores.wordOfTitle],
    [sql`p.place_name ${matches} ${word}`, scores.wordOfPlace],
    ...(isShort ? [] : [[has(title, [alone]), scores.inTitle] as const]),
    [has(title, written), scores.otherInTitle],
    [has(place, spelt), scores.inPlace],
    [sql`p.contents ${matches} ${word}`, scores.wordOfText],
    [has(sql`t.normal`, spelt), scores.inText],
    [has(sql`t.normal`, [alone, ...others]), scores.somewhere],
  ]
  const when = cases.map(([condition, score]) => sql`when ${condition} then ${sql.lit(score)}`)
  return sql<number>`case ${sql.join(when, sql` `)} else 0 end`
}
