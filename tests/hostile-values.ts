import fc, { type Arbitrary } from 'fast-check'
import { subscribeBrowser } from './push-service.ts'

/** FUZZ_RUNS is the number of calls per operation; FUZZ_SEED repeats a run, whose seed is printed on failure. */
export const fuzzing = {
  numRuns: Number(process.env.FUZZ_RUNS ?? 10),
  ...(process.env.FUZZ_SEED !== undefined && { seed: Number(process.env.FUZZ_SEED) }),
}

/** Existing values of a site, with which an operation passes its first check. */
export type GivenValues = Readonly<{
  ids: string[]
  cursors: string[]
  /** Invalid cursors. */
  tokens: string[]
  emails: string[]
  passwords: string[]
  handles: string[]
  images: string[]
}>

const placeholders = [
  '@own handle',
  '@own e-mail',
  '@new e-mail',
  '@own picture',
  '@own post',
  '@own comment',
  '@own collection',
] as const

/** Placeholder for a value of the caller, filled in at the call. */
export type Placeholder = (typeof placeholders)[number]

export function isPlaceholder(value: unknown): value is Placeholder {
  return placeholders.some((name) => name === value)
}

const own = (value: Placeholder) => fc.constant(value)

/** Placeholder for a number that JSON can express and no computer can hold. */
const TOO_LARGE = '@too large'

/** The body as JSON, with numbers that are too large. */
export function toJson(body: object): string {
  return JSON.stringify(body).replaceAll(`"${TOO_LARGE}"`, '1e400')
}

/** The value as written in a GraphQL document. */
export function toGraphql(value: unknown): string {
  if (value === TOO_LARGE) return '1e400'
  if (Array.isArray(value)) return `[${value.map(toGraphql).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${toGraphql(inner)}`)
      .join(', ')} }`
  }
  return value === undefined ? 'null' : JSON.stringify(value)
}

/** A value as an honest client sends for an argument of that name to this operation. */
export function validValue(given: GivenValues, operation: string, name: string, type: string): Arbitrary<unknown> {
  const [, kind = ''] = (name === 'id' && /(Comment|Collection|Plan|Heart)$/.exec(operation)) || []
  if (kind !== '') return usually(own(kind === 'Comment' ? '@own comment' : '@own collection'), own('@own post'))
  return rightValues(given)[name] ?? hostileValue(given, type)
}

const optional = (value: Arbitrary<unknown>) => fc.option(value, { nil: undefined })

/** A value of the first kind in three of four cases, else of the second. */
function usually(first: Arbitrary<unknown>, ...others: Arbitrary<unknown>[]): Arbitrary<unknown> {
  return fc.oneof({ weight: 3 * others.length, arbitrary: first }, ...others)
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const words = fc.constantFrom('국밥', 'ㄱㅂ', '노형 국', '서울', '제주특별자치도 제주시 노형동')

const areas = fc.constantFrom('', '서울', '제주/제주시/노형동', '서울 마포구', '서울특별시/마포구/망원제1동')

const { subscription } = subscribeBrowser('https://fcm.googleapis.com')
const pushed = Object.fromEntries(Object.entries(subscription).map(([name, value]) => [name, fc.constant(value)]))

function rightValues({
  ids,
  cursors,
  emails,
  passwords,
  handles,
  images,
}: GivenValues): Record<string, Arbitrary<unknown>> {
  const handle = usually(own('@own handle'), fc.constantFrom(...handles))
  const image = usually(fc.constant(null), own('@own picture'), fc.constantFrom(...images))
  return {
    ...pushed,
    id: usually(own('@own post'), fc.constantFrom(...ids)),
    ids: optional(fc.subarray(ids)),
    images: optional(fc.constantFrom([], images)),
    radius: optional(fc.constantFrom(1000, 10_000)),
    text: fc.constantFrom('또 갈래요.', ''),
    kind: fc.constantFrom('like', 'comment', 'follow', 'post', ...['korean', 'cafe']),
    price: optional(fc.constantFrom('under_1', 'over_5')),
    dishes: optional(fc.constantFrom([], [{ name: '국밥', price: 9500 }, { name: '수육' }])),
    closed_on: optional(fc.constantFrom([], ['mon', 'holiday'])),
    traits: optional(fc.constantFrom([], ['solo', 'parking'])),
    week_hours: optional(fc.constantFrom([], [{ days: ['mon', 'tue'], start_time: '10:30', end_time: '22:00' }])),
    telephone: optional(fc.constantFrom('', '02-555-0123', '1588 1234')),
    menus: optional(fc.constantFrom([], [0])),
    on: fc.boolean(),
    upTo: fc.constantFrom(...ids),
    tasty: optional(fc.boolean()),
    key: optional(fc.constantFrom('key', 'ㅋ'.repeat(70))),
    after: fc.constantFrom(...ids),
    post: usually(fc.constantFrom(...ids), own('@own post')),
    parent: usually(fc.constant(undefined), own('@own comment'), fc.constantFrom(...ids)),
    list: fc.constantFrom('want', 'been', 'liked', 'written', 'followers', 'following', 'blocked'),
    saved: fc.boolean(),
    visibility: fc.constantFrom('private', 'link', 'public'),
    position: fc.integer({ min: 1, max: 3 }),
    note: optional(fc.constant('메모')),
    at: optional(fc.constantFrom(null, '2026-12-05T19:00', new Date(Date.now() + 86_400_000).toISOString())),
    from: optional(fc.constantFrom(null, { name: '역삼역', lat: 37.5, lng: 127.03 })),
    membersAdd: optional(fc.boolean()),
    name: fc.constantFrom('성수 데이트', 'terms'),
    sort: optional(fc.constantFrom('saved', 'near')),
    email: fc.oneof(own('@own e-mail'), own('@new e-mail'), fc.constantFrom(...emails)),
    password: fc.constantFrom(...passwords),
    newPassword: fc.constantFrom(...passwords),
    questionIndex: fc.integer({ min: 0, max: 5 }),
    questionAnswer: fc.constantFrom('파랑', '빨강'),
    username: fc.constantFrom('김하나', '나'),
    autoLogin: fc.boolean(),
    isLike: fc.boolean(),
    jwt: handle,
    handle,
    follow: fc.boolean(),
    block: fc.boolean(),
    about: optional(fc.constantFrom('', '국밥을 좋아해요.')),
    user_id: optional(handle),
    pageParam: optional(fc.integer({ min: 1, max: 3 })),
    filter: optional(fc.constantFrom('latest', 'popular', 'order', 'near')),
    open: optional(fc.boolean()),
    cursor: usually(fc.constant(null), fc.constantFrom(...cursors)),
    keyword: words,
    path: areas,
    area: optional(areas),
    place: optional(fc.constantFrom('1', '2')),
    address: words,
    image,
    title: fc.constantFrom('국밥집', '을밀대'),
    contents: fc.constant('맛있어요.'),
    place_name: optional(words),
    start_time: optional(fc.constantFrom('09:00', '2026-11-21T00:00:00Z')),
    end_time: optional(fc.constantFrom('21:00', '00:00')),
    user_profile: fc.constant(null),
    lat: usually(fc.constant(33.5), degrees(33, 39)),
    lng: usually(fc.constant(126.5), degrees(124, 132)),
    south: degrees(-90, 34),
    north: degrees(34, 90),
    west: degrees(-180, 126),
    east: degrees(126, 180),
    zoom: degrees(0, 22),
  }
}

const oddNumbers = [0, -0, 1, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, 1e308, -1e308]
const tinyNumbers = [5e-324, -5e-324, 2.2250738585072014e-308, 1e-160, 1e-9, 90, -90, 90.00000000000001, 180, -180]
const numbersAsText = ['NaN', 'Infinity', '-1', '0', '1e400', '5e-324', '0x10', '2147483648', '9223372036854775808']
const oddDates = [
  '24:00',
  '-09:00',
  '9:60',
  '９:００',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
]
const oddTexts = [
  ...[
    '',
    ' ',
    '\n',
    '\0',
    '국밥\0',
    '\ud800',
    '국밥\udfff',
    '\u202e밥국',
    '\u200b',
    '\ufeff',
    '\u2028',
    '\x7f',
    '\x1b[31m',
  ],
  ...['밥'.normalize('NFD'), 'ㅂ', '👨‍👩‍👧‍👦', '𠀀'.repeat(21), 'ﷺ'.repeat(20), 'a\u0301'.repeat(200), 'İ', 'ß'],
  ...["' or 1=1--", '%', '_', '\\', '$1', '%00', '{}', '[]', '"', '</script><script>', '../../etc/passwd'],
  ...['javascript:alert(1)', 'data:,x', 'http://127.0.0.1/', 'https://', '//x', 'http://[', '/images/../x.jpg'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', 'near', 'NEAR'],
  ...[
    '가'.repeat(301),
    '가 '.repeat(3000),
    'x'.repeat(20_000),
    `${'a.'.repeat(120)}@naver.com`,
    `${'a'.repeat(300)}@b.kr`,
  ],
]

/** A value that no honest client sends. */
export function hostileValue(given: GivenValues, type: string): Arbitrary<unknown> {
  const texts = fc.oneof(
    fc.constantFrom(...oddTexts, ...numbersAsText, ...oddDates, ...given.tokens, ...given.ids),
    tampered([...given.cursors, ...given.tokens]),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
  )
  const numbers = fc.oneof(
    fc.constantFrom(...oddNumbers, ...tinyNumbers, TOO_LARGE),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  )
  const anything = fc.constantFrom(
    undefined,
    null,
    true,
    false,
    [],
    ['국밥'],
    [[1]],
    {},
    { a: 1 },
    0,
    '국밥',
    TOO_LARGE,
  )
  const ofType = type === 'Int' || type === 'Float' ? numbers : type === 'Boolean' ? anything : texts
  return fc.oneof({ weight: 5, arbitrary: ofType }, { weight: 1, arbitrary: anything })
}

/** A signed text with a change. */
function tampered(signed: readonly string[]): Arbitrary<string> {
  return fc
    .record({
      one: fc.constantFrom(...signed),
      other: fc.constantFrom(...signed),
      at: fc.nat(40),
      letter: fc.constantFrom(...'A_-9=+ '),
    })
    .chain(({ one, other, at, letter }) =>
      fc.constantFrom(
        one.slice(0, at) + letter + one.slice(at + 1),
        one.slice(0, at),
        one.slice(0, 16) + other.slice(16),
        one + letter,
        one + one,
        one.toUpperCase(),
      ),
    )
}
