import fc, { type Arbitrary } from 'fast-check'
import { type GraphQLField, getNamedType } from 'graphql'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { strangerGroup } from '#server/product/accounts/known-device.ts'
import { issueTicket } from '#server/product/accounts/recovery/recovery-tickets.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { Client, documents, schema } from '#tests/api.ts'
import { uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import {
  fuzzing,
  type GivenValues,
  hostileValue,
  isPlaceholder,
  type Placeholder,
  toGraphql,
  toJson,
  validValue,
} from '#tests/hostile-values.ts'
import { importQuietly, someBoundaries, someGazetteer, somePlaces, writeJsonFile } from '#tests/place-files.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { cookieNames } from '../../platform/http/cookies.ts'

const PASSWORD = 'abcd123!'
const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}),
)

const site = await openPostSite({ env: unlimited })
let given: GivenValues
let passwordHash: string

beforeAll(async () => {
  passwordHash = await site.services.passwords.inTurn(strangerGroup('127.0.0.1'), (work) => work.hash(PASSWORD))
  const files = { 'gazetteer.json': someGazetteer, 'places.json': somePlaces, 'boundaries.topo.json': someBoundaries }
  for (const [name, content] of Object.entries(files)) {
    await importQuietly(site.db, await writeJsonFile(name, content))
  }
  given = await fillSite()
})

async function fillSite(): Promise<GivenValues> {
  const { person, email } = await member()
  const ids = []
  for (let n = 0; n < 12; n++) {
    const hours = { start_time: '00:00', end_time: '00:00' }
    const place = { place_name: '노형국밥', lat: 33.48 + n / 100, lng: 126.47, ...hours }
    ids.push(await site.post({ author: person, title: `국밥집 ${n}`, ...place }))
  }
  const cursors = []
  for (const filter of ['latest', 'popular', 'order', 'near']) {
    const args = { filter, lat: 33.5, lng: 126.5 }
    const open = { ...args, open: true }
    const lists = [
      await site.api.getPosts(args),
      await site.api.getSearchPosts({ ...args, keyword: '국밥' }),
      await site.api.getPosts(open),
      await site.api.getSearchPosts({ ...open, keyword: '국밥' }),
    ]
    cursors.push(...lists.flatMap(({ nextCursor, startCursor }) => [nextCursor ?? [], startCursor ?? []].flat()))
  }
  return {
    ids,
    cursors,
    tokens: [
      site.services.secrets.sign(`device:${person.accountId}:x`, 'known device'),
      site.services.secrets.sign('no device', 'known device'),
      ...person.client.cookies.values(),
    ],
    emails: [email],
    passwords: [PASSWORD, 'wrong123!'],
    handles: [person.handle],
    images: [await site.picture(person)],
  }
}

async function commentBy(person: Person) {
  return site.api.as(person).addComment({ post: given?.ids[0] ?? (await site.post()), text: '또 갈래요.' })
}

async function collectionOf(person: Person) {
  const api = site.api.as(person)
  const collection = await api.addCollection({ name: '모음' })
  for (const post of given.ids.slice(0, 3)) await api.putInCollection({ id: collection.id, post })
  return collection
}

async function member(): Promise<{ person: Person; email: string }> {
  const person = await site.person()
  const answer_sealed = site.services.secrets.seal('파랑', 'security answer')
  const { email } = await site.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, answer_sealed })
    .where('id', '=', person.accountId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { person, email }
}

/** Browsers that call operations, each with its account. */
const callers = {
  member: async () => ({ ...(await member()), cookies: null }),
  'member with a temporary password': async () => {
    const { person, email } = await member()
    const session = { accountId: person.accountId, persistent: false, userAgent: null, temporaryHash: passwordHash }
    const token = await openSession(site.db, session)
    return { person, email, cookies: [[cookieNames(site.config).session, token]] as const }
  },
  'somebody who asked for a temporary password': async () => {
    const { person, email } = await member()
    const ticket = { accountId: person.accountId, password: PASSWORD, hash: passwordHash }
    const token = await issueTicket(site.db, site.services.secrets, ticket)
    return { person, email, cookies: [[cookieNames(site.config).ticket, token]] as const }
  },
  'browser with tokens of another kind': async () => {
    const names = Object.values(cookieNames(site.config))
    const tokens = [...given.cursors, ...given.tokens]
    return { ...(await member()), cookies: names.map((name, index) => [name, tokens[index] ?? ''] as const) }
  },
  nobody: async () => ({ ...(await member()), cookies: [] }),
}

type Caller = Awaited<ReturnType<(typeof callers)[keyof typeof callers]>>

/** Callers of an operation. A read does not change its caller, so all its calls share one of each kind. */
function callersOf({ name }: GraphQLField<unknown, unknown>): (kind: keyof typeof callers) => Promise<Caller> {
  if (schema.getMutationType()?.getFields()[name]) return (kind) => callers[kind]()
  const known: Partial<Record<keyof typeof callers, Promise<Caller>>> = {}
  return (kind) => (known[kind] ??= callers[kind]())
}

type Call = {
  args: Record<string, unknown>
  caller: keyof typeof callers
  /** Sends arguments as variables rather than in the document. */
  asVariables: boolean
  idempotencyKey: string
}

/** Calls with valid arguments, up to three of which are hostile or missing. */
function callsOf({ name: operation, args }: GraphQLField<unknown, unknown>): Arbitrary<Call> {
  const typed = args.map(({ name, type }) => [name, getNamedType(type).name] as const)
  const parts = fc.record({
    right: fc.record(Object.fromEntries(typed.map(([name, type]) => [name, validValue(given, operation, name, type)]))),
    hostile: fc.record(Object.fromEntries(typed.map(([name, type]) => [name, hostileValue(given, type)]))),
    replaced: fc.subarray(
      args.map(({ name }) => name),
      { maxLength: Math.min(3, args.length) },
    ),
    caller: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(callers) as Call['caller'][])) },
      { weight: 1, arbitrary: fc.constant('member' as const) },
    ),
    asVariables: fc.boolean(),
    idempotencyKey: fc.constantFrom('', 'key', 'ÿ'.repeat(70), "' or 1=1"),
  })
  return parts.map(({ right, hostile, replaced, ...call }) => ({
    ...call,
    args: { ...right, ...Object.fromEntries(replaced.map((name) => [name, hostile[name]])) },
  }))
}

/** Few arguments have few combinations, and without any only callers differ. */
function runsOf({ args }: GraphQLField<unknown, unknown>): number {
  return Math.ceil(fuzzing.numRuns * Math.min(1, (1 + args.length) / 4))
}

async function send(operation: string, { person, email, cookies }: Caller, call: Call) {
  const { args, asVariables, idempotencyKey } = call
  const own: Record<Placeholder, () => string | Promise<string>> = {
    '@own handle': () => person.handle,
    '@own e-mail': () => email,
    '@new e-mail': () => `${uniqueName()}@naver.com`,
    '@own picture': () => site.picture(person),
    '@own post': () => site.post({ author: person }),
    '@own comment': async () => (await commentBy(person)).id,
    '@own collection': async () => (await collectionOf(person)).id,
  }
  const variables: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) variables[name] = isPlaceholder(value) ? await own[value]() : value
  const query = documents.get(operation) ?? ''
  const literal = (_: string, name: string) => `: ${toGraphql(variables[name])}`
  const sent = asVariables
    ? { query, variables }
    : { query: query.replace(/^(\w+) \([^)]*\)/, '$1').replace(/: \$(\w+)/g, literal) }
  const client = new Client(site.api.origin, new Map(cookies ?? person.client.cookies))
  return client.post(toJson(sent), { 'idempotency-key': idempotencyKey })
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s never causes an internal error, whatever its arguments',
  async (name, operation) => {
    const before = site.logged().length
    const callerOf = callersOf(operation)
    const property = fc.asyncProperty(callsOf(operation), async (call) => {
      await forgetAttempts(site.db)
      const { status, text } = await send(name, await callerOf(call.caller), call)
      expect([200, 400, 413, 429, 503], text).toContain(status)
      for (const { message, extensions } of JSON.parse(text).errors ?? []) {
        expect(Object.keys(errorMessages)).toContain(extensions.code)
        expect(extensions.code, text).not.toBe('INTERNAL')
        expect(message).toMatch(/[가-힣]/)
      }
    })
    await fc.assert(property, { ...fuzzing, numRuns: runsOf(operation) })
    expect(site.logged().slice(before)).not.toContain('"level":50')
  },
  Math.max(60_000, fuzzing.numRuns * 1000),
)

test('no operation sorts a row of more combining marks than eight, which takes time that grows with their square', async () => {
  const marks = `a${'\u0301'.repeat(500)}${'\u0316'.repeat(500)}`
  const { normalize } = String.prototype
  onTestFinished(() => {
    String.prototype.normalize = normalize
  })
  const rows: number[] = []
  String.prototype.normalize = function (this: string, form) {
    for (const [row] of this.matchAll(/\p{M}{10,}/gu)) rows.push(row.length)
    return normalize.call(this, form)
  }
  const call = { caller: 'member', asVariables: true, idempotencyKey: '' } as const
  for (const { name, args } of operations) {
    const texts = args.filter(({ type }) => !['Int', 'Float', 'Boolean'].includes(getNamedType(type).name))
    for (const text of texts) {
      await forgetAttempts(site.db)
      const right = args.map(
        (arg) => [arg.name, validValue(given, name, arg.name, getNamedType(arg.type).name)] as const,
      )
      const values = right.map(([of, value]) => [of, fc.sample(value, { numRuns: 1, seed: 1 })[0]])
      const hostile = { ...Object.fromEntries(values), [text.name]: marks }
      await send(name, await callers.member(), { ...call, args: hostile })
    }
  }
  expect(rows).toEqual([])
})

test('a position almost on the equator is stored as on it', async () => {
  const { person } = await member()
  const api = site.api.as(person)
  for (const tiny of [5e-324, -5e-324, 1e-310]) {
    const { id } = await api.addPost({ title: '적도집', contents: '더워요.', lat: tiny, lng: tiny })
    expect(await api.getPost({ id: String(id) })).toMatchObject({ lat: 0, lng: 0 })
    const near = { filter: 'near', lat: tiny, lng: tiny }
    expect((await api.getPosts(near)).data[0]?.id).toBe(id)
    expect((await api.getSearchPosts({ keyword: '적도집', ...near })).data[0]?.id).toBe(id)
    expect(await api.searchPlaces({ keyword: '국밥', lat: tiny, lng: tiny })).not.toEqual([])
    expect(await api.reverseGeocode({ lat: tiny, lng: tiny })).toBeNull()
    await api.deletePost({ id: String(id) })
  }
})
