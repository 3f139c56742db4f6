import { getChoseong } from 'es-hangul'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { closedDayNames } from '#rules/fact-labels.ts'
import { type FoodKind, foodKinds, type PlaceTrait, placeTraits, traitSpellings } from '#rules/food-kinds.ts'
import { INITIAL_CONSONANTS, isInitialConsonant, syllableRange } from '#rules/hangul.ts'
import { OPEN_ALL_DAY_TEXT } from '#rules/hours.ts'
import { normalForm, PLAIN_LETTERS } from '#rules/normal-form.ts'
import { freeTextFields, postFields, type WrittenPost } from '#rules/post.ts'
import { weekdays } from '#rules/week.ts'
import { type Database, perDatabase, type Queryable } from '../../platform/database/connect.ts'
import { unfinishedPattern } from './spelling.ts'

/** Fields are normalised and stored with their grams of one and two characters, also of initial consonants (초성). */

/** Prefix of grams of initial consonants. Other grams contain no space, so the two never collide. */
const CHOSEONG_PREFIX = ' '

const NOT_HANGUL = new RegExp(`[^가-힣${INITIAL_CONSONANTS}]+`, 'u')

export type SearchText = { normal: string; grams: string[] }

/** A word of a search: grams for the index, and the `text` or `pattern` that the normal form must contain. */
export type SearchTerm = {
  text: string
  grams: string[]
  pattern: string | null
  /** Alternatives of which one suffices: other spellings, and the words that an unfinished last syllable may become. */
  others?: readonly SearchTerm[]
}

/** The fields of a post, as submitted or as stored, that a search looks at: its texts and its facts. */
export type SearchedPost = Omit<WrittenPost, 'kind' | 'price' | 'closed_on' | 'traits'> &
  Readonly<{ kind: string | null; traits: readonly string[] }>

/** The text fields, in the order of the stored lines: the name of the place comes before its address. */
const searchedFields = new Set([
  ...(['title', 'contents', 'place_name'] as const),
  ...freeTextFields.filter((name) => postFields[name].text === 'searched'),
])

export function searchTextOf(post: SearchedPost): SearchText {
  return searchText(searchedTexts(post))
}

/** `searchTextOf` without the grams, hundreds for each text. */
export function normalTextOf(post: SearchedPost): string {
  return normalLines(searchedTexts(post)).join('\n')
}

function searchedTexts(post: SearchedPost): string[] {
  return [...[...searchedFields].map((name) => post[name] ?? ''), ...factWords(post)]
}

/** Words for the facts of a post by which people search: '카페·디저트', '혼밥', '24시간', '일요일 영업'. */
function factWords({ kind, dishes, traits, start_time, end_time, week_hours }: SearchedPost): string[] {
  const hours = week_hours ?? [{ start_time, end_time }]
  const isAllDay = hours.some((day) => day.start_time !== null && day.start_time === day.end_time)
  return [
    ...(kind && kind !== 'other' ? [foodKinds[kind as FoodKind]] : []),
    ...dishes.map(({ name }) => name),
    ...traits.map((trait) => placeTraits[trait as PlaceTrait]),
    ...(isAllDay ? [OPEN_ALL_DAY_TEXT] : []),
    ...weekWords(week_hours),
  ]
}

const openOn = (day: string) => `${day} 영업`
const WEEKEND = '주말'
const NO_BREAK = '브레이크 타임 없음'

const weekdayNames = weekdays.map((day) => `${closedDayNames[day]}요일`)

/** Words for the weekdays on which a place is open; none without hours by weekday. */
function weekWords(week: SearchedPost['week_hours']): string[] {
  if (!week) return []
  const open = weekdays.filter((day) => week.some(({ days }) => days.includes(day)))
  const isOfWeekend = open.includes('sat') && open.includes('sun')
  return [
    ...open.map((day) => openOn(`${closedDayNames[day]}요일`)),
    ...(isOfWeekend ? [openOn(WEEKEND)] : []),
    ...(week.some(({ break_start }) => break_start) ? [] : [NO_BREAK]),
  ]
}

/** The word for a fact in search texts, by each spelling that people type. */
const factOfSpelling = new Map<string, string>([
  ...Object.entries(traitSpellings).flatMap(([trait, spellings]) =>
    spellings.map((spelling) => [spelling, normalForm(placeTraits[trait as PlaceTrait])] as const),
  ),
  ...['24시간', '24시'].map((spelling) => [spelling, normalForm(OPEN_ALL_DAY_TEXT)] as const),
  ...[...weekdayNames, WEEKEND].flatMap((day) =>
    [day, `${day}에`].map((spelling) => [spelling, normalForm(openOn(day))] as const),
  ),
  ...['브레이크없는', '브레이크타임없는'].map((spelling) => [spelling, normalForm(NO_BREAK)] as const),
])

/** Filler words behind a fact: '하기 좋은 곳' of '혼밥하기 좋은 곳', '데려갈 수 있는 식당' of '강아지 데려갈 수 있는 식당'. */
const FILLER_WORDS = new Set(
  `하기 먹기 가기 앉기 하는 되는 가능 가능한 있는 동반 입장 출입 데려갈 데려가기 데리고 갈 갈만한 할 수 같이 함께
  영업 영업하는 운영 여는 좋은 편한 쉬운 곳 집 식당 음식점 밥집 맛집 추천`.split(/\s+/),
)

const PARTICLE = '(?:들?이랑|랑|와|과|하고|이|가|도|을|를)'

const anyOf = (words: Iterable<string>) => `(?:${[...words].toSorted((a, b) => b.length - a.length).join('|')})`

const ASKED = new RegExp(
  `^(${anyOf(factOfSpelling.keys())})(?:${PARTICLE}??${anyOf(FILLER_WORDS)}+|${PARTICLE}$)?(.*)$`,
)

/** The word in search texts for a fact that people typed: '혼밥' for '혼자'. */
export function factAsked(word: string): string | undefined {
  return factOfSpelling.get(word)
}

/** Splits a word into a fact and the text behind it, without filler words: '포장' and '족발' of '포장되는족발'. */
export function splitFact(word: string): { fact: string; rest: string } | null {
  const [, fact, rest = ''] = ASKED.exec(word) ?? []
  return fact === undefined ? null : { fact, rest }
}

/** Whether people add a word to a fact without meaning anything by it: '곳', '좋은'. */
export function isFillerWord(word: string): boolean {
  return FILLER_WORDS.has(word)
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

/** Updates a stored normal form that an older release made. */
export function renormalize(normal: string): string {
  return normal.split('\n').map(normalForm).join('\n')
}

/** Terms of a keyword's words. A match contains all of them, in any order and with any spacing. */
export function searchTerms(keyword: string): SearchTerm[] {
  const words = keyword.split(' ').map(normalForm)
  return [...new Set(words)].filter((word) => word !== '').map(toTerm)
}

/** Term for all words that an unfinished last syllable may become ('국바' becomes 국밥); null if it cannot be unfinished. */
export function unfinishedTerm(text: string): SearchTerm | null {
  const characters = [...text]
  const last = unfinishedPattern(characters.at(-1) ?? '')
  const [before] = characters.length > 1 ? searchTerms(characters.slice(0, -1).join('')) : []
  if (last === null || !before) return null
  return { text, grams: before.grams, pattern: `${before.pattern ?? patternOf([...before.text])}${last}` }
}

/** A single consonant may stand for a syllable anywhere in a word: 골뱅이 is 골뱅ㅇ while it is typed. */
function toTerm(text: string): SearchTerm {
  const characters = [...text]
  const singles = characters.map(gramOf)
  const pairs = pairsOf(characters)
    .map(gramOf)
    .filter((gram) => gram !== null)
  // Single characters of a longer word are in too many posts to help.
  const grams = pairs.length > 0 ? pairs : singles.filter((gram) => gram !== null)
  return { text, grams, pattern: characters.some(isInitialConsonant) ? patternOf(characters) : null }
}

/** The indexed gram of one or two characters; null for a consonant beside a character that is no Hangul, which has none. */
function gramOf(characters: string): string | null {
  if (![...characters].some(isInitialConsonant)) return characters
  return NOT_HANGUL.test(characters) ? null : CHOSEONG_PREFIX + getChoseong(characters)
}

/** Each consonant matches itself or any syllable that starts with it. */
function patternOf(characters: readonly string[]): string {
  const parts = characters.map((character) => {
    if (isInitialConsonant(character)) {
      const { first, last } = syllableRange(character)
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

/** Whether a text in normal form contains each term, or one of its alternatives. */
export function containsAll(normal: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) =>
    waysOf(term).some(({ text, pattern }) =>
      pattern === null ? normal.includes(text) : new RegExp(pattern).test(normal),
    ),
  )
}

/**
 * `containsAll` as SQL; '%' is no wildcard. `written` is the text with its spaces: there a term of several consonants must match
 * too, so within one word.
 */
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
    // A single function call: PostgreSQL evaluates it before the costlier comparison of grams.
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

const patternOfWay = ({ text, pattern }: SearchTerm): string => pattern ?? escapePattern(text)

function isOfInitials(text: string): boolean {
  return text.length > 1 && [...text].every(isInitialConsonant)
}

const [ONE, TWO] = [1, 2].map((length) =>
  Object.entries(PLAIN_LETTERS).filter(([, letters]) => letters.length === length),
)
const [SIGNS, PLAIN_SIGNS] = ['‐‒–—―−’‘`ʼ', "------''''"]

/** `normalForm` as SQL, for each line of a text without a stored form. Unlike it, this changes single Hangul letters by NFKC. */
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

/** Escapes a text for a regular expression of PostgreSQL or JavaScript. */
export function escapePattern(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}

/** SQL condition that the index on `grams` serves: a row has all grams of each term, or of one of its alternatives. */
export function hasAllGrams(terms: readonly SearchTerm[]): RawBuilder<boolean> {
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

/** Statistics of a table: its number of rows, the share of them that has each frequent gram, and the assumed share of any other gram. */
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

/** Assumed share of rows that have a gram without statistics. */
const RARE = 0.005

/** Estimated number of rows that match the terms, as if grams were independent of each other. */
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

/** Runs queries in a transaction without table scans, which the planner prefers for a query with a limit because it expects early matches. */
export function withoutTableScans<T>(
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
    try {
      // In one message, because each takes as long as a small statement.
      await sql.raw(`begin; ${settings.map((setting) => `set local ${setting}`).join('; ')}`).execute(connection)
      const result = await run(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}
