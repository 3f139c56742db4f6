import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { READER_HEADER } from '#contract/reader-state.ts'
import { collectionLimits } from '#rules/collection-limits.ts'
import { collectionMessages } from '#rules/collections.ts'
import { errorMessages } from '#rules/errors.ts'
import {
  IMPORT_PATH,
  importFailureMessages,
  importLimits,
  importMessages,
  PLACE_FILE_PATH,
  rowFaultMessages,
} from '#rules/place-imports.ts'
import { MAX_SAVED_PER_LIST, saveMessages } from '#rules/saves.ts'
import type { Queryable } from '#server/platform/database/connect.ts'
import type { HttpResponse } from '#tests/api.ts'
import { importQuietly, shopLine, writeShopFile } from '#tests/place-files.ts'
import { openPostSite, ownPostSite, type Person, refusal } from '#tests/post-site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'
import { collectExport } from '../accounts/account-data.ts'
import { tasks } from '../tasks.ts'
import { purgeExpiredImports } from './member-imports.ts'

const site = await openPostSite({ env: { ...unlimited, LIMIT_IMPORT: '50/1d' } })

const NOHYEONG = { lat: 33.4837, lng: 126.4769 }
const TYPE = { 'content-type': 'application/octet-stream' }
let shop: string
let post: string
let place: string

beforeAll(async () => {
  const author = await site.person()
  post = await site.post({
    author,
    title: '냉면 한 그릇',
    place_name: '을밀대',
    lat: 37.5485,
    lng: 126.9486,
    address: '서울 마포구 숭문길 24',
  })
  place = (await site.api.getPost({ id: post })).place_id ?? ''
  for (const lat of [35.1, 35.2]) await site.post({ author, place_name: '두집국수', lat, lng: 129 })
  await importQuietly(
    site.db,
    await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '노형국밥', 지점명: '본점' })]),
  )
  shop = (await site.api.getSearchShops({ keyword: '노형국밥' }))[0]?.id ?? ''
})

const as = (person: Person) => site.api.as(person)
const send = (person: Person, content: string | Buffer, headers: Record<string, string> = {}) =>
  person.client.send('POST', IMPORT_PATH, content, { ...TYPE, ...headers })
const messageOf = (reply: HttpResponse) => JSON.parse(reply.text).errors?.[0]?.message as string | undefined

/** Runs the queue until the person's import is read. */
async function read(person: Person) {
  const isRead = async () => {
    await site.mails()
    return /ready|failed/.test((await as(person).getPlaceImport())?.state ?? '')
  }
  await expect.poll(isRead).toBe(true)
  const own = await as(person).getPlaceImport()
  if (!own) throw new Error('no import')
  return own
}

/** Sends a file, runs the queue, and returns the import with its rows. */
async function bring(person: Person, content: string | Buffer) {
  expect((await send(person, content)).status).toBe(202)
  const own = await read(person)
  return { own, rows: own.state === 'ready' ? await as(person).getImportedRows({ id: own.id }) : [] }
}

const keepAll = (person: Person, id: string, rows: readonly { row: number }[], collection?: string) =>
  as(person).keepImported({
    id,
    rows: rows.map(({ row }) => row),
    choices: rows.map(() => 0),
    ...(collection && { collection }),
  })

const namesOf = async (person: Person) => {
  const { data, gone } = await as(person).getSavedPosts({ list: 'want' })
  return [...data.map(({ place_name }) => place_name), ...(gone ?? []).map(({ shop: one }) => one?.name)].toSorted()
}

const TABLE = [
  '이름,주소,위도,경도,메모',
  '을밀대,,37.5486,126.9487,여름에 가기',
  `노형 국밥 본점,,${NOHYEONG.lat},${NOHYEONG.lng},`,
  '두집국수,,,,',
  '아무도모르는집,,37.5,127,',
  ',,37.5,127,',
  '파리식당,,48.85,2.35,',
].join('\n')

test('rows are found, to be chosen or missing, bad ones are named by line, and what is confirmed is kept', async () => {
  const person = await site.person()
  const { own, rows } = await bring(person, TABLE)
  expect(own).toMatchObject({
    state: 'ready',
    failure: null,
    total: 4,
    done: 4,
    found: 2,
    unsure: 1,
    missing: 1,
    bad: 2,
  })
  expect(own.badRows).toEqual([
    { file: null, line: 6, message: rowFaultMessages.name },
    { file: null, line: 7, message: rowFaultMessages.abroad },
  ])
  expect(rows.map(({ name, line, state }) => [name, line, state])).toEqual([
    ['을밀대', 2, 'found'],
    ['노형 국밥 본점', 3, 'found'],
    ['두집국수', 4, 'unsure'],
    ['아무도모르는집', 5, 'missing'],
  ])
  expect(rows[0]).toMatchObject({
    note: '여름에 가기',
    places: [{ post, place_id: place, name: '을밀대', category: null }],
  })
  expect(rows[1]).toMatchObject({
    places: [{ post: null, place_id: shop, name: '노형국밥 본점', category: '백반/한정식' }],
  })
  expect(rows[2]?.places).toHaveLength(2)
  expect(rows[3]?.places).toEqual([])
  expect(await namesOf(person)).toEqual([])

  const chosen = rows.slice(0, 3)
  const kept = { id: own.id, rows: chosen.map(({ row }) => row), choices: [0, 0, 1] }
  expect(await as(person).keepImported(kept)).toEqual({ saved: 3, collected: 0, known: 0, gone: 0 })
  expect(await namesOf(person)).toEqual(['노형국밥 본점', '두집국수', '을밀대'])
  expect(await as(person).keepImported(kept)).toEqual({ saved: 0, collected: 0, known: 0, gone: 0 })
  expect(await as(person).getPlaceImport()).toMatchObject({ total: 1, found: 0, unsure: 0, missing: 1 })
})

test('a place that is there already is told, also by another post of it', async () => {
  const person = await site.person()
  await as(person).savePost({ post, list: 'want', saved: true })
  await as(person).savePlace({ place: shop, list: 'want', saved: true })
  const { own, rows } = await bring(person, TABLE)
  expect(await keepAll(person, own.id, rows.slice(0, 2))).toEqual({ saved: 0, collected: 0, known: 2, gone: 0 })
  expect(await namesOf(person)).toEqual(['노형국밥 본점', '을밀대'])
})

test('places go into a collection with their notes, also shops without a post, and come out and in again', async () => {
  const person = await site.person()
  const { id: collection } = await as(person).addCollection({ name: '여름' })
  const { own, rows } = await bring(person, TABLE)
  const kept = await keepAll(person, own.id, rows.slice(0, 3), collection)
  expect(kept).toEqual({ saved: 0, collected: 3, known: 0, gone: 0 })
  const { entries } = await as(person).getCollection({ id: collection })
  expect(entries.map(({ title, note, shop: one }) => [title, note, one?.id])).toEqual([
    ['냉면 한 그릇', '여름에 가기', undefined],
    ['노형국밥 본점', '', shop],
    [expect.any(String), '', undefined],
  ])
  expect(await namesOf(person)).toEqual([])
  const other = await site.person()
  for (const format of ['csv', 'geojson', 'kml', 'gpx']) {
    const file = await person.client.send('GET', PLACE_FILE_PATH.replace(':name', `${collection}.${format}`))
    const { id: copy } = await as(other).addCollection({ name: format })
    const brought = await bring(other, file.text)
    expect(await keepAll(other, brought.own.id, brought.rows, copy), format).toMatchObject({ collected: 3 })
    const { entries: copied } = await as(other).getCollection({ id: copy })
    const shown = (all: typeof entries) => all.map(({ title, note, place_id }) => [title, note, place_id])
    expect(shown(copied), format).toEqual(shown(entries))
  }
})

test('what goes out comes in again as the same places, whatever they are called by then', async () => {
  const person = await site.person()
  await as(person).savePost({ post, list: 'want', saved: true })
  await as(person).savePlace({ place: shop, list: 'want', saved: true })
  const other = await site.person()
  for (const format of ['csv', 'geojson', 'kml', 'gpx']) {
    const file = await person.client.send('GET', PLACE_FILE_PATH.replace(':name', `want.${format}`))
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('가고 싶어요')}.${format}`,
    )
    // Without names the links alone tell.
    const { own, rows } = await bring(other, file.text.replaceAll('노형국밥 본점', '새 이름'))
    expect(own, format).toMatchObject({ state: 'ready', found: 2, bad: 0 })
    expect(rows.map(({ places }) => places[0]?.place_id).toSorted()).toEqual([place, shop].toSorted())
  }
})

test.each([
  ['hello', 'unknown'],
  ['<!DOCTYPE kml [<!ENTITY a "b">]><kml/>', 'unsafe'],
  ['{"features":[', 'damaged'],
  ['이름,주소\n', 'empty'],
] as const)('the import of %j fails with a sentence, and another file can follow', async (content, failure) => {
  const person = await site.person()
  const { own } = await bring(person, content)
  expect(own).toMatchObject({ state: 'failed', failure: importFailureMessages[failure], total: 0 })
  expect((await refusal(as(person).getImportedRows({ id: own.id }))).message).toBe(importMessages.unfinished)
  expect((await bring(person, TABLE)).own.state).toBe('ready')
})

test('of the same file twice at once one is read', async () => {
  const person = await site.person()
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(person, TABLE)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, ...Array(4).fill(400)])
  expect(messageOf(replies.find(({ status }) => status === 400) as HttpResponse)).toBe(importMessages.busy)
  expect(await read(person)).toMatchObject({ state: 'ready', total: 4 })
})

test('the same rows kept twice at once are kept once', async () => {
  const person = await site.person()
  const { own, rows } = await bring(person, TABLE)
  const results = await Promise.all(Array.from({ length: 8 }, () => keepAll(person, own.id, rows.slice(0, 3))))
  expect(results.reduce((sum, { saved }) => sum + saved, 0)).toBe(3)
  expect(await namesOf(person)).toHaveLength(3)
})

test('nobody reads, keeps or ends the import of another', async () => {
  const [person, other] = [await site.person(), await site.person()]
  const { own, rows } = await bring(person, TABLE)
  expect(await as(other).getPlaceImport()).toBeNull()
  const gone = { code: 'NOT_FOUND', message: importMessages.gone }
  expect(await refusal(as(other).getImportedRows({ id: own.id }))).toEqual(gone)
  expect(await refusal(keepAll(other, own.id, rows.slice(0, 1)))).toEqual(gone)
  expect(await as(other).dropPlaceImport({ id: own.id })).toEqual({ count: 0, id: own.id })
  for (const id of ['0', '-1', 'x', '999999999999999'])
    expect(await refusal(keepAll(person, id, rows.slice(0, 1)))).toEqual(gone)
  expect(await as(person).dropPlaceImport({ id: own.id })).toEqual({ count: 1, id: own.id })
  expect(await as(person).getPlaceImport()).toBeNull()
})

test('only rows and places of the import are kept', async () => {
  const person = await site.person()
  const { own, rows } = await bring(person, TABLE)
  const [first = 0, , third = 0, fourth = 0] = rows.map(({ row }) => row)
  const wrong = [
    { rows: [first], choices: [1] },
    { rows: [first], choices: [-1] },
    { rows: [third], choices: [2] },
    { rows: [fourth], choices: [0] },
    { rows: [first], choices: [] },
    { rows: [], choices: [] },
    { rows: Array.from({ length: importLimits.rows + 1 }, (_, n) => n), choices: Array(importLimits.rows + 1).fill(0) },
  ]
  for (const args of wrong) {
    expect((await refusal(as(person).keepImported({ id: own.id, ...args }))).message).toBe(importMessages.choices)
  }
  expect(await namesOf(person)).toEqual([])
})

test('visitors, pages of another account, other sites and restricted sessions send nothing', async () => {
  const [person, other] = [await site.person(), await site.person()]
  const restricted = await site.person({ restricted: true })
  expect((await site.api.fresh().send('POST', IMPORT_PATH, TABLE, TYPE)).status).toBe(401)
  expect((await send(restricted, TABLE)).status).toBe(403)
  const foreign = await send(person, TABLE, { [READER_HEADER]: other.handle })
  expect([foreign.status, messageOf(foreign)]).toEqual([409, errorMessages.OTHER_ACCOUNT])
  expect((await send(person, TABLE, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await person.client.send('POST', IMPORT_PATH, TABLE, { 'content-type': 'text/plain' })).status).toBe(415)
  await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${other.accountId}`.execute(
    site.db,
  )
  expect((await send(other, TABLE)).status).toBe(403)
  for (const one of [person, other, restricted]) {
    expect(
      await site.db.selectFrom('member_imports').select('id').where('account_id', '=', one.accountId).execute(),
    ).toEqual([])
  }
})

test('a file that is too large or empty is refused', async () => {
  const person = await site.person()
  const large = await send(person, Buffer.alloc(importLimits.bytes + 1, 'a'))
  expect([large.status, messageOf(large)]).toEqual([413, importMessages.tooLarge])
  expect((await send(person, '')).status).toBe(400)
  expect((await send(person, Buffer.alloc(importLimits.bytes, 'a'))).status).toBe(202)
  expect(await read(person)).toMatchObject({ state: 'failed', failure: importFailureMessages.unknown })
})

test('an account imports so often a day, and refused files count', async () => {
  const limitedSite = await ownPostSite({ env: { LIMIT_IMPORT: '2/1d' } })
  const person = await limitedSite.person()
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) {
    statuses.push((await person.client.send('POST', IMPORT_PATH, 'x', TYPE)).status)
  }
  expect(statuses).toEqual([202, 400, 429])
})

test('a full list or collection keeps nothing and says so', async () => {
  const person = await site.person()
  const { own, rows } = await bring(person, TABLE)
  await sql`insert into saves (account_id, list, post_id)
    select ${person.accountId}, 'want', 10000000 + n from generate_series(1, ${MAX_SAVED_PER_LIST - 1}::integer) n`.execute(
    site.db,
  )
  expect((await refusal(keepAll(person, own.id, rows.slice(0, 2)))).message).toBe(saveMessages.full)
  const { id: collection } = await as(person).addCollection({ name: '가득' })
  await sql`insert into collection_entries (collection_id, post_id, position, note)
    select c.id, 10000000 + n, n, '' from collections c, generate_series(1, ${collectionLimits.entries}::integer) n
    where c.key = ${collection}`.execute(site.db)
  expect((await refusal(keepAll(person, own.id, rows.slice(0, 1), collection))).message).toBe(collectionMessages.full)
  expect(await keepAll(person, own.id, rows.slice(0, 1))).toMatchObject({ saved: 1 })
})

test("another's collection takes nothing", async () => {
  const [person, other] = [await site.person(), await site.person()]
  const { id: open } = await as(other).addCollection({ name: '남의 것', visibility: 'public' })
  const { id: secret } = await as(other).addCollection({ name: '숨은 것' })
  const { own, rows } = await bring(person, TABLE)
  expect((await refusal(keepAll(person, own.id, rows.slice(0, 1), open))).code).toBe('FORBIDDEN')
  expect((await refusal(keepAll(person, own.id, rows.slice(0, 1), secret))).code).toBe('NOT_FOUND')
  expect(await as(person).getPlaceImport()).toMatchObject({ total: 4 })
})

test('a blocked author is no candidate, and a place that is gone by then is told', async () => {
  const [person, author] = [await site.person(), await site.person()]
  const own = await site.post({ author, place_name: '막힌집', lat: 36.1, lng: 128.1 })
  const file = '이름,위도,경도\n막힌집,36.1,128.1\n'
  const before = await bring(person, file)
  expect(before.own.found).toBe(1)
  await as(person).blockUser({ handle: author.handle, block: true })
  expect(await keepAll(person, before.own.id, before.rows)).toEqual({ saved: 0, collected: 0, known: 0, gone: 1 })
  expect((await bring(person, file)).own.missing).toBe(1)
  await as(author).deletePost({ id: own })
})

test('a member who is suspended meanwhile keeps nothing', async () => {
  const person = await site.person()
  const { own, rows } = await bring(person, TABLE)
  const suspend = async (tx: Queryable) => {
    await sql`select from accounts where id = ${person.accountId} for update`.execute(tx)
    await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${person.accountId}`.execute(tx)
  }
  const kept = requestBeforeCommit<unknown>(site.db, suspend, () => keepAll(person, own.id, rows.slice(0, 1)))
  expect((await refusal(kept)).code).toBe('FORBIDDEN')
})

test('an import ends after a day, and with its account', async () => {
  const [person, leaver] = [await site.person(), await site.person()]
  const { own, rows } = await bring(person, TABLE)
  await bring(leaver, TABLE)
  const exported = async () => {
    const file = (await collectExport(site.services, person.accountId, { isForOwner: false })).find(
      ({ name }) => name === 'import.json',
    )
    return JSON.parse(Buffer.from(file?.content as Uint8Array).toString())
  }
  expect(await exported()).toMatchObject(rows.map(({ name, note }) => ({ name, note })))
  const before = await site.db.selectFrom('member_imports').select('id').execute()
  await as(leaver).remove({ jwt: leaver.handle })
  await sql`update member_imports set started_at = now() - interval '25 hours' where id = ${own.id}`.execute(site.db)
  expect(await as(person).getPlaceImport()).toBeNull()
  expect((await refusal(keepAll(person, own.id, rows.slice(0, 1)))).message).toBe(importMessages.gone)
  await purgeExpiredImports(site.db)
  expect(await exported()).toEqual([])
  expect(await site.db.selectFrom('member_imports').select('id').execute()).toHaveLength(before.length - 2)
  expect(
    await site.db.selectFrom('member_import_rows').select('nth').where('import_id', '=', Number(own.id)).execute(),
  ).toEqual([])
  expect((await bring(person, TABLE)).own.state).toBe('ready')
})

test('an import is read in parts, and a run that was cut off is repeated', async () => {
  const person = await site.person()
  const lines = Array.from({ length: 120 }, (_, n) => `모르는집${n},,37.5,127,`)
  await send(person, ['이름,주소,위도,경도,메모', '을밀대,,37.5485,126.9486,', ...lines].join('\n'))
  const { rows: imports } = await sql<{
    id: number
  }>`select id from member_imports where account_id = ${person.accountId}`.execute(site.db)
  const run = () => tasks.match_import?.run(site.services, { id: imports[0]?.id })
  await run()
  expect(await as(person).getPlaceImport()).toMatchObject({ state: 'matching', total: 121, done: 0 })
  await Promise.all([run(), run()])
  const { done, ...half } = (await as(person).getPlaceImport()) ?? {}
  expect(half).toMatchObject({ state: 'matching', found: 1 })
  // The second of both may have begun when the first was done.
  expect([50, 100]).toContain(done)
  expect(await read(person)).toMatchObject({ state: 'ready', done: 121, missing: 120 })
  await run()
  const { id = '' } = (await as(person).getPlaceImport()) ?? {}
  const rows = await as(person).getImportedRows({ id, after: 100 })
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 21 }, (_, n) => n + 101))
})
