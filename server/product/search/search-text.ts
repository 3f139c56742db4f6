import { getChoseong } from 'es-hangul'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { closedDayNames } from '#rules/fact-labels.ts'
import { type FoodKind, foodKinds, type PlaceTrait, placeTraits, traitSpellings } from '#rules/food-kinds.ts'
import { INITIALS, isInitial, syllablesOf } from '#rules/hangul.ts'
import { ALL_DAY } from '#rules/hours.ts'
import { normalForm, TAKEN_APART } from '#rules/normal-form.ts'
import { postFields, textFields, type WrittenPost } from '#rules/post.ts'
import { weekdays } from '#rules/week.ts'
import { type Database, perDatabase, type Queryable } from '../../platform/database/connect.ts'
import { unfinishedPattern } from './spelling.ts'

/** Fields are normalised and stored with their grams of one and two characters, also of initial consonants (초성). */

/** Grams of texts contain no space, so the two kinds never collide. */
const CHOSEONG_PREFIX = ' '

const NOT_HANGUL = new RegExp(`[^가-힣${INITIALS}]+`, 'u')

export type SearchText = { normal: string; grams: string[] }

/** A word of a search: grams for the index, and the `text` or `pattern` that the normal form must contain. */
export type SearchTerm = {
  text: string
  grams: string[]
  pattern: string | null
  /** Alternatives: other spellings, and the word with an unfinished last syllable. */
  others?: readonly SearchTerm[]
}

/** A post as it comes or as a row: its texts and the words of its facts are searched. */
export type Searched = Omit<WrittenPost, 'kind' | 'price' | 'closed_on' | 'traits'> &
  Readonly<{ kind: string | null; traits: readonly string[] }>

/** Stored texts have the place's name before its address. */
const searchedFields = new Set([
  ...(['title', 'contents', 'place_name'] as const),
  ...textFields.filter((name) => postFields[name].text === 'searched'),
])

export function searchTextOf(post: Searched): SearchText {
  return searchText(searchedTexts(post))
}

/** Normal form without the grams, of which each text has hundreds. */
export function normalTextOf(post: Searched): string {
  return normalLines(searchedTexts(post)).join('\n')
}

function searchedTexts(post: Searched): string[] {
  return [...[...searchedFields].map((name) => post[name] ?? ''), ...factWords(post)]
}

/** Words by which people search for such places: '카페·디저트', '혼밥', '24시간', '일요일 영업'. */
function factWords({ kind, dishes, traits, start_time, end_time, week_hours }: Searched): string[] {
  const hours = week_hours ?? [{ start_time, end_time }]
  const isAllDay = hours.some((day) => day.start_time !== null && day.start_time === day.end_time)
  return [
    ...(kind && kind !== 'other' ? [foodKinds[kind as FoodKind]] : []),
    ...dishes.map(({ name }) => name),
    ...traits.map((trait) => placeTraits[trait as PlaceTrait]),
    ...(isAllDay ? [ALL_DAY] : []),
    ...weekWords(week_hours),
  ]
}

const openOn = (day: string) => `${day} 영업`
const WEEKEND = '주말'
const NO_BREAK = '브레이크 타임 없음'

const weekdayNames = weekdays.map((day) => `${closedDayNames[day]}요일`)

/** Only of posts that tell their hours by weekday. */
function weekWords(week: Searched['week_hours']): string[] {
  if (!week) return []
  const open = weekdays.filter((day) => week.some(({ days }) => days.includes(day)))
  const isOfWeekend = open.includes('sat') && open.includes('sun')
  return [
    ...open.map((day) => openOn(`${closedDayNames[day]}요일`)),
    ...(isOfWeekend ? [openOn(WEEKEND)] : []),
    ...(week.some(({ break_start }) => break_start) ? [] : [NO_BREAK]),
  ]
}

/** Typed spellings of a fact, and its word in the search text. */
const factOfSpelling = new Map<string, string>([
  ...Object.entries(traitSpellings).flatMap(([trait, spellings]) =>
    spellings.map((spelling) => [spelling, normalForm(placeTraits[trait as PlaceTrait])] as const),
  ),
  ...['24시간', '24시'].map((spelling) => [spelling, normalForm(ALL_DAY)] as const),
  ...[...weekdayNames, WEEKEND].flatMap((day) =>
    [day, `${day}에`].map((spelling) => [spelling, normalForm(openOn(day))] as const),
  ),
  ...['브레이크없는', '브레이크타임없는'].map((spelling) => [spelling, normalForm(NO_BREAK)] as const),
])

/** Words without meaning behind a fact: '혼밥하기 좋은 곳', '강아지 데려갈 수 있는 식당'. */
const ASKING_WORDS = new Set(
  `하기 먹기 가기 앉기 하는 되는 가능 가능한 있는 동반 입장 출입 데려갈 데려가기 데리고 갈 갈만한 할 수 같이 함께
  영업 영업하는 운영 여는 좋은 편한 쉬운 곳 집 식당 음식점 밥집 맛집 추천`.split(/\s+/),
)

const PARTICLE = '(?:들?이랑|랑|와|과|하고|이|가|도|을|를)'

const anyOf = (words: Iterable<string>) => `(?:${[...words].toSorted((a, b) => b.length - a.length).join('|')})`

const ASKED = new RegExp(
  `^(${anyOf(factOfSpelling.keys())})(?:${PARTICLE}??${anyOf(ASKING_WORDS)}+|${PARTICLE}$)?(.*)$`,
)

export function factAsked(word: string): string | undefined {
  return factOfSpelling.get(word)
}

/** A fact and the text behind it: '포장' and '족발' of '포장되는족발'. */
export function splitFact(word: string): { fact: string; rest: string } | null {
  const [, fact, rest = ''] = ASKED.exec(word) ?? []
  return fact === undefined ? null : { fact, rest }
}

export function isAsking(word: string): boolean {
  return ASKING_WORDS.has(word)
}

/** Normal forms of the texts, one per line, and the grams of each. */
export function searchText(texts: readonly string[]): SearchText {
  const lines = normalLines(texts)
  const grams = new Set<string>()
  for (const line of lines) {
    for (const gram of gramsOf([...line])) grams.add(gram)
    for (const run of initialsOf(line)) for (const gram of gramsOf(run)) grams.add(CHOSEONG_PREFIX + gram)
  }
  return { normal: lines.join('\n'), grams: [...grams] }
}

function normalLines(texts: readonly string[]): string[] {
  return texts.map(normalForm).filter((line) => line !== '')
}

/**
 * Search text of a place. Its name is found by any part, its surroundings only by two characters, which makes the index
 * a third smaller.
 */
export function placeText(name: string, around: readonly string[]): SearchText {
  const [named, rest] = [searchText([name]), searchText(around)]
  const pairs = rest.grams.filter((gram) => [...gram].length === 2 && !gram.startsWith(CHOSEONG_PREFIX))
  return { normal: `${named.normal}\n${rest.normal}`, grams: [...new Set([...named.grams, ...pairs])] }
}

/** Updates a normal form that an older release made. */
export function renormalize(normal: string): string {
  return normal.split('\n').map(normalForm).join('\n')
}

/** A post must contain all words of the keyword, in any order and with any spacing. */
export function searchTerms(keyword: string): SearchTerm[] {
  const words = keyword.split(' ').map(normalForm)
  return [...new Set(words)].filter((word) => word !== '').map(toTerm)
}

/** Term of a word with an unfinished last syllable ('국바' becomes 국밥); null if it cannot be unfinished. */
export function unfinishedTerm(text: string): SearchTerm | null {
  const characters = [...text]
  const last = unfinishedPattern(characters.at(-1) ?? '')
  const [before] = characters.length > 1 ? searchTerms(characters.slice(0, -1).join('')) : []
  if (last === null || !before) return null
  return { text, grams: before.grams, pattern: `${before.pattern ?? patternOf([...before.text])}${last}` }
}

/** Consonants may stand for syllables anywhere in a word: 골뱅이 is 골뱅ㅇ while it is typed. */
function toTerm(text: string): SearchTerm {
  const characters = [...text]
  const singles = characters.map(gramOf)
  const pairs = pairsOf(characters)
    .map(gramOf)
    .filter((gram) => gram !== null)
  // Single characters of a longer word are in too many posts to help.
  const grams = pairs.length > 0 ? pairs : singles.filter((gram) => gram !== null)
  return { text, grams, pattern: characters.some(isInitial) ? patternOf(characters) : null }
}

/** Gram of one or two characters; null if the index cannot have one for all texts. */
function gramOf(characters: string): string | null {
  if (![...characters].some(isInitial)) return characters
  return NOT_HANGUL.test(characters) ? null : CHOSEONG_PREFIX + getChoseong(characters)
}

/** Each consonant matches itself or any syllable that starts with it. */
function patternOf(characters: readonly string[]): string {
  const parts = characters.map((character) => {
    if (isInitial(character)) {
      const { first, last } = syllablesOf(character)
      return `[${character}${first}-${last}]`
    }
    return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`
  })
  return parts.join('')
}

/** Initial consonants of each unbroken run of Hangul in a line. */
function initialsOf(line: string): string[][] {
  return line.split(NOT_HANGUL).map((run) => [...getChoseong(run)])
}

function gramsOf(characters: readonly string[]): string[] {
  return [...characters, ...pairsOf(characters)]
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index] + character)
}

export function containsAll(normal: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) =>
    waysOf(term).some(({ text, pattern }) =>
      pattern === null ? normal.includes(text) : new RegExp(pattern).test(normal),
    ),
  )
}

/** SQL of `containsAll`, without wildcards for '%'. Initial consonants must be within one word of `written`. */
export function containsAllSql(
  normal: RawBuilder<unknown>,
  terms: readonly SearchTerm[],
  written?: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const check = (term: SearchTerm) => {
    const { apart = [], any: all = [] } = Object.groupBy(waysOf(term), ({ text }) =>
      written && isOfInitials(text) ? 'apart' : 'any',
    )
    const any = withoutLonger(
      all,
      (other, way) => other.pattern === null && way.pattern === null && way.text.includes(other.text),
    )
    const [one] = any
    const isText = any.length === 1 && one?.pattern === null
    const checks = apart.map((way) => sql`(${normal} ~ ${patternOfWay(way)} and ${written} ~ ${patternOfWay(way)})`)
    if (isText) checks.push(sql`strpos(${normal}, ${one.text}) > 0`)
    // One function call, which PostgreSQL also evaluates before the costlier grams.
    else if (one) checks.push(sql`regexp_like(${normal}, ${any.map(patternOfWay).join('|')})`)
    return { isText: isText && apart.length === 0, condition: sql`(${sql.join(checks, sql` or `)})` }
  }
  const { texts = [], patterns = [] } = Object.groupBy(terms.map(check), (one) => (one.isText ? 'texts' : 'patterns'))
  const all = (checks: typeof texts) =>
    sql<boolean>`(${sql.join(
      checks.map(({ condition }) => condition),
      sql` and `,
    )})`
  if (texts.length === 0 || patterns.length === 0) return all([...texts, ...patterns])
  // By itself PostgreSQL compares patterns first, which it takes to be cheaper than texts.
  return sql`(case when ${all(texts)} then ${all(patterns)} else false end)`
}

const patternOfWay = ({ text, pattern }: SearchTerm): string => pattern ?? quoted(text)

function isOfInitials(text: string): boolean {
  return text.length > 1 && [...text].every(isInitial)
}

const [ONE, TWO] = [1, 2].map((length) =>
  Object.entries(TAKEN_APART).filter(([, letters]) => letters.length === length),
)
const [SIGNS, PLAIN_SIGNS] = ['‐‒–—―−’‘`ʼ', "------''''"]

/** SQL of `normalForm` for each line of a text without a stored form; NFKC changes single Hangul letters. */
export function normalFormSql(text: RawBuilder<unknown>): RawBuilder<string> {
  const letters = (ONE ?? []).map(([letter]) => letter).join('') + SIGNS
  const plain = (ONE ?? []).map(([, other]) => other).join('') + PLAIN_SIGNS
  const unmarked = sql`normalize(regexp_replace(normalize(lower(normalize(${text}, NFKC)), NFD), ${'[\u0300-\u036F]'}, '', 'g'), NFC)`
  const apart = (TWO ?? []).reduce(
    (form, [letter, other]) => sql`replace(${form}, ${letter}, ${other})`,
    sql`translate(${unmarked}, ${letters}, ${plain})`,
  )
  return sql`regexp_replace(replace(${apart}, ' ', ''), ${'([0-9]-)-*(?=[0-9])|-'}, ${'\\1'}, 'g')`
}

export function quoted(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}

/** Condition for the index on `grams`: all pairs of characters of each term, or of one of its alternatives. */
export function hasGrams(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const has = (grams: readonly string[]) => sql`grams @> ${[...new Set(grams)]}::text[]`
  const plain = terms.filter(({ others = [] }) => others.length === 0)
  const open = terms.filter(({ others = [] }) => others.length > 0)
  return sql`(${sql.join(
    [
      ...(plain.length > 0 || open.length === 0 ? [has(plain.flatMap(({ grams }) => grams))] : []),
      ...open.map((term) => {
        const ways = withoutLonger(waysOf(term), (other, { grams }) =>
          other.grams.every((gram) => grams.includes(gram)),
        )
        return sql`(${sql.join(
          ways.map(({ grams }) => has(grams)),
          sql` or `,
        )})`
      }),
    ],
    sql` and `,
  )})`
}

function waysOf(term: SearchTerm): readonly SearchTerm[] {
  return [term, ...(term.others ?? [])]
}

/** Without ways of which another finds all: 칼국수 finds 바지락칼국수. */
function withoutLonger(
  ways: readonly SearchTerm[],
  finds: (other: SearchTerm, way: SearchTerm) => boolean,
): readonly SearchTerm[] {
  return ways.filter((way, index) =>
    ways.every((other, at) => at === index || !finds(other, way) || (finds(way, other) && index < at)),
  )
}

/** How many rows of a table have each frequent gram, as a share, and at most each other. */
type Frequencies = Readonly<{ rows: number; shares: ReadonlyMap<string, number>; rare: number }>

const FREQUENCIES_AGE_MS = 60_000

const frequencies = perDatabase(
  (db) =>
    new LRUCache<string, Frequencies>({
      max: 10,
      ttl: FREQUENCIES_AGE_MS,
      allowStale: true,
      fetchMethod: (table) => readFrequencies(db, table),
    }),
)

/** PostgreSQL's own statistics of the grams, as its planner uses them. */
async function readFrequencies(db: Database, table: string): Promise<Frequencies> {
  const { rows } = await sql<{ rows: number; grams: string[] | null; shares: number[] | null }>`
    select greatest(0, c.reltuples) as rows, to_json(s.most_common_elems::text::text[]) as grams,
      to_json(s.most_common_elem_freqs) as shares
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_stats s on (s.schemaname, s.tablename, s.attname) = (n.nspname, c.relname, 'grams')
    where c.oid = ${table}::regclass`.execute(db)
  const { rows: count = 0, grams, shares } = rows[0] ?? {}
  const known = (grams ?? []).map((gram, index) => [gram, shares?.[index] ?? 0] as const)
  return { rows: count, shares: new Map(known), rare: Math.min(RARE, ...known.map(([, share]) => share / 2)) }
}

/** Share of rows with a gram of which nothing is known. */
const RARE = 0.005

/** Number of rows that probably have the grams of the terms, as if grams were independent of each other. */
export async function expectedRows(db: Database, table: string, terms: readonly SearchTerm[]): Promise<number> {
  const { rows = 0, shares, rare = 0 } = (await frequencies(db).fetch(table)) ?? {}
  const shareOf = ({ grams }: SearchTerm) =>
    [...new Set(grams)].reduce((share, gram) => share * (shares?.get(gram) ?? rare), 1)
  const none = (term: SearchTerm) => waysOf(term).reduce((without, way) => without * (1 - shareOf(way)), 1)
  return Math.max(1, Math.round(terms.reduce((expected, term) => expected * (1 - none(term)), rows)))
}

type LookUp = Readonly<{
  seconds?: number
  /** Collects all matches in a bitmap, with enough memory for a large one, instead of row by row. */
  allMatches?: boolean
}>

/** Keeps the planner from a table scan: with a limit it expects early matches that may never come. */
export function withIndexOnly<T>(
  db: Database,
  run: (tx: Queryable) => Promise<T>,
  { seconds = 3, allMatches = false }: LookUp = {},
): Promise<T> {
  const settings = [
    'enable_seqscan = off',
    `statement_timeout = '${seconds}s'`,
    ...(allMatches ? ['enable_indexscan = off', "work_mem = '32MB'"] : []),
  ]
  return db.connection().execute(async (connection) => {
    // In one message, because each takes as long as a small statement.
    await sql.raw(`begin; ${settings.map((setting) => `set local ${setting}`).join('; ')}`).execute(connection)
    try {
      const result = await run(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}
