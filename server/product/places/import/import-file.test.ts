import { appendFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import {
  shopLine,
  someBoundaries,
  someGazetteer,
  somePlaces,
  writeJsonFile,
  writeShopFile,
} from '#tests/place-files.ts'
import { importFile } from './import-file.ts'
import type { ImportReporter } from './sources.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})

beforeEach(async () => {
  await sql`truncate place_sources cascade`.execute(database.db)
})

afterAll(async () => {
  await database.drop()
})

const usual = { all: false, fresh: false, attribution: null }

type Heard = ImportReporter & { lines: string[]; steps: number[] }

function listen(): Heard {
  const heard: Heard = {
    lines: [],
    steps: [],
    malformed: (line, reason) => heard.lines.push(`${line}: ${reason}`),
    progress: ({ done }) => heard.steps.push(done),
  }
  return heard
}

function load(file: string, options = {}, report: ImportReporter = listen()) {
  return importFile(database.db, file, { ...usual, ...options }, report)
}

async function names(): Promise<string[]> {
  const rows = await database.db.selectFrom('places').select(['name', 'branch']).orderBy('source_key').execute()
  return rows.map(({ name, branch }) => (branch ? `${name} ${branch}` : name))
}

test.each(['utf-8', 'cp949'] as const)('a table in %s is read with every syllable', async (encoding) => {
  const lines = [
    shopLine({ 상가업소번호: '1', 상호명: '똠방각하', 지점명: '햏햏점' }),
    shopLine({ 상가업소번호: '2', 상호명: '쉼표, "따옴표"' }),
  ]
  expect(await load(await writeShopFile(lines, encoding))).toMatchObject({ imported: 2, malformed: 0, places: 2 })
  expect(await names()).toEqual(['똠방각하 햏햏점', '쉼표, "따옴표"'])
})

test('restaurants are imported by default, every shop on request', async () => {
  const lines = [
    shopLine({ 상가업소번호: '1', 상호명: '밥집' }),
    shopLine({ 상가업소번호: '2', 상호명: '책방', 상권업종대분류명: '소매' }),
  ]
  const file = await writeShopFile(lines)
  expect(await load(file)).toMatchObject({ imported: 1, passedOver: 1 })
  expect(await names()).toEqual(['밥집'])
  expect(await load(file, { all: true })).toMatchObject({ imported: 2, passedOver: 0, places: 2 })
})

test('malformed rows are counted and reported with their line, and affect no other row', async () => {
  const good = (key: string) => shopLine({ 상가업소번호: key, 상호명: `가게${key}` })
  const lines = [
    good('1'),
    `"열린 따옴표,${good('2')}`,
    good('3'),
    '너무,짧은,줄',
    shopLine({ 상가업소번호: '4', 상호명: '자리 없음', 위도: '' }),
    shopLine({ 상가업소번호: '5', 상호명: '뒤바뀐 자리', 위도: '126.5', 경도: '33.4' }),
    shopLine({ 상가업소번호: '', 상호명: '번호 없음' }),
    shopLine({ 상가업소번호: '6', 상호명: ' ' }),
    shopLine({ 상가업소번호: '7', 상호명: '깨진\uFFFD글자' }),
    good('8'),
  ]
  const heard = listen()
  expect(await load(await writeShopFile(lines), {}, heard)).toMatchObject({ imported: 3, malformed: 7 })
  expect(heard.lines).toEqual([
    '3: a quotation mark is not closed or stands in the wrong place',
    '5: 3 columns instead of 39',
    '6: no position in Korea: , 126.4769',
    '7: no position in Korea: 126.5, 33.4',
    '8: no number (상가업소번호)',
    '9: no name (상호명)',
    '10: characters that cannot be read',
  ])
  expect(await names()).toEqual(['가게1', '가게3', '가게8'])
})

test('a second import changes nothing, and a newer edition updates names', async () => {
  const file = await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '옛이름' })])
  await load(file)
  expect(await load(file)).toMatchObject({ wasDone: true, imported: 1, places: 1 })
  expect(await load(await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '새이름' })]))).toMatchObject({
    places: 1,
  })
  expect(await names()).toEqual(['새이름'])
  const other = shopLine({ 상가업소번호: '2', 상호명: '다른집' })
  const newest = await writeShopFile([other])
  expect(await load(newest, { fresh: true })).toMatchObject({ places: 1 })
  expect(await names()).toEqual(['다른집'])
  const wrong = path.join(path.dirname(newest), 'wrong.csv')
  await writeFile(wrong, 'a,b,c\n1,2,3\n')
  await expect(load(wrong, { fresh: true })).rejects.toThrow('The first line does not name the columns')
  expect(await names()).toEqual(['다른집'])
})

test('an interrupted import continues at the block where it stopped, including its counts', async () => {
  const lines = Array.from({ length: 9000 }, (_, n) =>
    n % 1000 === 500 ? '짧은 줄' : shopLine({ 상가업소번호: String(n).padStart(5, '0'), 상호명: `식당${n}` }),
  )
  const file = await writeShopFile(lines)
  const broken: ImportReporter = {
    malformed: () => {},
    progress: () => {
      throw new Error('the power went out')
    },
  }
  await expect(load(file, {}, broken)).rejects.toThrow('the power went out')
  const firstBlock = (await names()).length
  expect(firstBlock).toBeGreaterThan(100)
  expect(firstBlock).toBeLessThan(8991)

  const heard = listen()
  expect(await load(file, {}, heard)).toMatchObject({ imported: 8991, malformed: 9, places: 8991 })
  expect(heard.lines.length).toBeLessThan(9)
  expect(heard.lines.at(-1)).toBe('8502: 1 columns instead of 39')
  expect(await load(file)).toMatchObject({ wasDone: true })

  await appendFile(file, `${shopLine({ 상가업소번호: 'x', 상호명: '덧붙인 집' })}\r\n`)
  expect(await load(file)).toMatchObject({ wasDone: false, imported: 8992, places: 8992 })
})

test('a file that is not such a table is refused with a sentence', async () => {
  await expect(load(await writeJsonFile('a.json', { some: 'thing' }))).rejects.toThrow('neither a gazetteer')
  await expect(load(await writeJsonFile('shops.json', somePlaces))).rejects.toThrow('Give the file another name')
  await expect(load(await writeJsonFile('b.csv', [1, 2]))).rejects.toThrow('does not name the columns')
})

test('a JSON file replaces its previous rows and keeps its attribution', async () => {
  expect(await load(await writeJsonFile('korea.json', someGazetteer))).toMatchObject({ source: 'korea', areas: 6 })
  const smaller = { ...someGazetteer, rows: someGazetteer.rows.slice(0, 2), attribution: '만든 사람' }
  expect(await load(await writeJsonFile('korea.json', smaller))).toMatchObject({ areas: 2 })
  expect(await load(await writeJsonFile('spots.json', somePlaces), { attribution: '내 자료' })).toMatchObject({
    places: 3,
  })
  const sources = await database.db.selectFrom('place_sources').select(['key', 'attribution']).orderBy('key').execute()
  expect(sources).toEqual([
    { key: 'korea', attribution: '만든 사람' },
    { key: 'spots', attribution: '내 자료' },
  ])
})

test('malformed rows of a JSON file are counted too', async () => {
  const rows = [[9, '이상한 단계', 33, 126, ''], [3, '먼 곳', 10, 10, ''], ['제주'], null, ...someGazetteer.rows]
  const heard = listen()
  expect(await load(await writeJsonFile('g.json', { ...someGazetteer, rows }), {}, heard)).toMatchObject({
    malformed: 4,
  })
  expect(heard.lines.map((line) => Number.parseInt(line, 10))).toEqual([1, 2, 3, 4])
})

test('a malformed row of a JSON file is told by its first wrong value', async () => {
  const [good] = somePlaces.rows
  const rows = [
    good,
    ['국밥집', '한식', '', '37.5', 127],
    ['국밥집', '한식', ''],
    ['', '한식', '', 37.5, 127],
    '국밥집',
    ['가'.repeat(99), ['한식'.repeat(50)], '', 37.5, 127],
  ]
  const heard = listen()
  await load(await writeJsonFile('p.json', { ...somePlaces, rows }), {}, heard)
  expect(heard.lines).toEqual([
    '2: lat is not a number: "37.5"',
    '3: lat is missing',
    '4: name is not a filled text: ""',
    '5: not a list [name, category, address, lat, lng]',
    expect.stringMatching(/^6: category is not a text: \["한식.{1,60}…$/),
  ])
  await load(
    await writeJsonFile('g.json', { ...someGazetteer, rows: [...someGazetteer.rows, [9, '곳', 37, 127, '']] }),
    {},
    heard,
  )
  expect(heard.lines.at(-1)).toBe(`${someGazetteer.rows.length + 1}: level is not one of 1 to 4: 9`)
})

test('a JSON file of which no row can be read replaces nothing', async () => {
  await load(await writeJsonFile('spots.json', somePlaces))
  const before = await names()
  const wrong = await writeJsonFile('spots.json', { ...somePlaces, rows: [['국밥집'], null] })
  await expect(load(wrong)).rejects.toThrow('No row of the file can be read. What "spots" held before is kept.')
  expect(await names()).toEqual(before)
})

test('boundaries become rings with their holes', async () => {
  expect(await load(await writeJsonFile('b.topo.json', someBoundaries))).toMatchObject({ source: 'b', areas: 3 })
  const { rows } = await sql`
    select a.address, a.legal_address, a.lat, a.lng, r.is_hole, npoints(r.ring) as points
    from place_rings r join place_areas a on a.id = r.area_id order by a.id, r.is_hole`.execute(database.db)
  expect(rows).toMatchObject([
    { address: '제주특별자치도 제주시 외도동', lat: 33.45, lng: 126.45, is_hole: false, points: 4 },
    { address: '제주특별자치도 제주시 외도동', is_hole: true, points: 4 },
    { legal_address: '제주특별자치도 제주시 노형동', lat: 33.45, lng: 126.47, is_hole: false },
    { address: '제주특별자치도 제주시 이호동', is_hole: false },
  ])
})

test('an area whose outline is not in the file is left out', async () => {
  const heard = listen()
  const file = await writeJsonFile('b.topo.json', { ...someBoundaries, arcs: someBoundaries.arcs.slice(0, 2) })
  expect(await load(file, {}, heard)).toMatchObject({ areas: 1, malformed: 2 })
  expect(heard.lines).toEqual([
    '1: 제주특별자치도 제주시 외도동 has no shape',
    '3: 제주특별자치도 제주시 이호동 has no shape',
  ])
})

test('an import leaves the tables that it wrote vacuumed and analyzed, and nobody waits for autovacuum', async () => {
  const tables = async () => {
    const { rows } = await sql<{ table: string; vacuums: number; analyses: number }>`
      select relname as table, vacuum_count::int as vacuums, analyze_count::int as analyses from pg_stat_user_tables
      where relname in ('places', 'place_areas', 'place_rings')`.execute(database.db)
    return new Map(rows.map(({ table, vacuums, analyses }) => [table, [vacuums, analyses] as const]))
  }
  const expectVacuumed = async (file: string, written: readonly string[]) => {
    const before = await tables()
    await load(file)
    for (const [table, [vacuums, analyses]] of await tables()) {
      const more = written.includes(table) ? 1 : 0
      expect([table, vacuums, analyses]).toEqual([table, ...(before.get(table) ?? []).map((count) => count + more)])
    }
  }
  await expectVacuumed(await writeShopFile([shopLine({ 상가업소번호: '1' })]), ['places'])
  await expectVacuumed(await writeJsonFile('b.topo.json', someBoundaries), ['place_areas', 'place_rings'])
})

test('two imports do not run at once', async () => {
  const file = await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '하나' })])
  await database.db.connection().execute(async (other) => {
    await sql`select pg_advisory_lock(hashtext('matnanum places import'))`.execute(other)
    await expect(load(file)).rejects.toThrow('Another import is running.')
    await sql`select pg_advisory_unlock_all()`.execute(other)
  })
  expect(await load(file)).toMatchObject({ imported: 1 })
})
