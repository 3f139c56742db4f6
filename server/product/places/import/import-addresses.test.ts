import { appendFile, copyFile, mkdir, readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildingLine, entranceLine, lotLine, type MadeAddress, writeAddressFile } from '#tests/address-files.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { parseTypedAddress } from '../address.ts'
import { locateAddress } from '../locate-address.ts'
import { importFile } from './import-file.ts'
import { BLOCK_BYTES } from './read-blocks.ts'
import type { ImportReporter } from './sources.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})

beforeEach(async () => {
  await sql`truncate place_sources, address_streets, address_entrances, address_names, address_towns, address_lots cascade`.execute(
    database.db,
  )
})

afterAll(() => database.drop())

type Heard = ImportReporter & { lines: string[]; shares: number[] }

function listen(): Heard {
  const heard: Heard = {
    lines: [],
    shares: [],
    malformed: (line, reason) => heard.lines.push(`${line}: ${reason}`),
    progress: ({ done, total }) => heard.shares.push(done / total),
  }
  return heard
}

function load(file: string, options = {}, report: ImportReporter = listen()) {
  return importFile(database.db, file, { all: false, fresh: false, attribution: null, ...options }, report)
}

const at = (number: number) => ({ lat: 37.5 + number / 100_000, lng: 127.03 })
const made = (main: number, more: Partial<MadeAddress> = {}) =>
  entranceLine({ road: '테헤란로', main, at: at(main), ...more })

async function latOf(address: string): Promise<number | null> {
  const located = await locateAddress(database.db, parseTypedAddress(address))
  return located?.precision === 'building' ? Math.round(located.lat * 100_000 - 3_750_000) : null
}

const count = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]?.count
}

test('the entrances of a file are read to the metre, in both encodings, with the main one first', async () => {
  const lines = [
    made(152, { number: 7, at: at(900) }),
    made(152, { number: 2 }),
    made(156, { underground: '1' }),
    made(156, { sub: 3, at: at(160) }),
    made(158, { at: null }),
  ]
  for (const encoding of ['cp949', 'utf-8']) {
    const file = await writeAddressFile(`entrc_${encoding.replace('-', '')}.txt`, lines, encoding)
    expect(await load(file, { fresh: true })).toMatchObject({ imported: 4, passedOver: 1, malformed: 0, places: 4 })
    expect(await latOf('서울 강남구 테헤란로 152')).toBe(152)
    expect(await latOf('서울 강남구 테헤란로 지하 156')).toBe(156)
    expect(await latOf('서울 강남구 테헤란로 156-3')).toBe(160)
    expect(await latOf('서울 강남구 테헤란로 158')).toBeNull()
  }
})

test('a building without a position of its entrance has that of its middle', async () => {
  const lines = [
    buildingLine({ road: '테헤란로', main: 10, at: at(10), middle: at(500) }),
    buildingLine({ road: '테헤란로', main: 20, at: null, middle: at(20) }),
    buildingLine({ road: '테헤란로', main: 30, at: null, middle: null }),
  ]
  expect(await load(await writeAddressFile('match_build_seoul.txt', lines))).toMatchObject({
    imported: 2,
    passedOver: 1,
  })
  expect(await latOf('서울 강남구 테헤란로 10')).toBe(10)
  expect(await latOf('서울 강남구 테헤란로 20')).toBe(20)
})

test('of the buildings those without an entrance in another file are added, with the names of all', async () => {
  await load(await writeAddressFile('entrc_seoul.txt', [made(10), made(20)]))
  const lines = [10, 20, 30].map((main) =>
    buildingLine({ road: '테헤란로', main, name: `건물${main}`, at: at(main + 5) }),
  )
  const file = await writeAddressFile('match_build_seoul.txt', [...lines, ...lines])
  expect(await load(file)).toMatchObject({ imported: 2, passedOver: 4 })
  expect(await latOf('서울 강남구 테헤란로 10')).toBe(10)
  expect(await latOf('서울 강남구 테헤란로 30')).toBe(35)
  expect(await count('address_names')).toBe(3)
  // The former edition goes, and with it what it had.
  const newer = path.join(path.dirname(file), '202912')
  await mkdir(newer)
  await copyFile(file, path.join(newer, 'match_build_seoul.txt'))
  expect(await load(path.join(newer, 'match_build_seoul.txt'))).toMatchObject({ imported: 2, passedOver: 4 })
  expect(await latOf('서울 강남구 테헤란로 30')).toBe(35)
  expect(await count('address_names')).toBe(3)
})

test('a lot leads to the entrance of its building, whichever file is read first', async () => {
  await load(
    await writeAddressFile('match_jibun_seoul.txt', [
      lotLine({ main: 737, buildingMain: 152 }),
      lotLine({ main: 12, sub: 3, mountain: '1', buildingMain: 154 }),
      lotLine({
        province: '충청북도',
        district: '괴산군',
        town: '청천면',
        village: '화양리',
        main: 5,
        buildingMain: 156,
      }),
    ]),
  )
  expect(await latOf('서울 강남구 역삼동 737')).toBeNull()
  await load(await writeAddressFile('entrc_seoul.txt', [made(152), made(154), made(156)]))
  expect(await latOf('서울 강남구 역삼동 737 강남파이낸스센터 3층')).toBe(152)
  expect(await latOf('서울 강남구 역삼1동 737번지')).toBe(152)
  expect(await latOf('서울 강남구 역삼동 산 12-3')).toBe(154)
  expect(await latOf('서울 강남구 역삼동 산12-3')).toBe(154)
  expect(await latOf('서울 강남구 역삼동 12-3')).toBeNull()
  expect(await latOf('충북 괴산군 청천면 화양리 5')).toBe(156)
  expect(await latOf('충북 괴산군 청천면 다른리 5')).toBeNull()
})

test('unreadable rows are told by their line, and spoil no other', async () => {
  const good = made(152)
  const cells = good.split('|')
  const changed = (index: number, cell: string) => cells.with(index, cell).join('|')
  const lines = [
    good,
    '너무|짧은|줄',
    changed(6, '12'),
    changed(9, 'x'),
    changed(9, '1234567'),
    changed(7, ' '),
    changed(16, 'NaN').replace('NaN', '1e999'),
    changed(17, '1'),
    changed(11, 'a\u0000b'),
    'x'.repeat(BLOCK_BYTES * 2),
    made(154),
  ]
  const heard = listen()
  const file = await writeAddressFile('entrc_seoul.txt', lines)
  expect(await load(file, {}, heard)).toMatchObject({ imported: 2, malformed: 9 })
  expect(heard.lines).toEqual([
    '2: 3 columns instead of 18',
    '3: no code in column 7: 12',
    '4: no number of a building: x-0',
    '5: no number of a building: 1234567-0',
    '6: no name of a road, a district or a 읍면동',
    '7: no position in Korea',
    '8: no position in Korea',
    '9: characters that cannot be read',
    `10: longer than ${BLOCK_BYTES} bytes`,
  ])
  expect(await latOf('서울 강남구 테헤란로 154')).toBe(154)
})

test('half a line at the end is malformed, and a whole one without a line feed is read', async () => {
  const file = await writeAddressFile('entrc_seoul.txt', [made(152), made(154)])
  const { size } = await stat(file)
  const half = `${path.dirname(file)}/entrc_half.txt`
  await copyFile(file, half)
  await truncate(half, size - 40)
  expect(await load(half)).toMatchObject({ imported: 1, malformed: 1 })
  await truncate(file, size - 2)
  expect(await load(file)).toMatchObject({ imported: 2, malformed: 0 })
})

test.each([
  ['utf16le', 'does not name the columns'],
  ['cp949', 'is packed'],
])('a file in %s that is none is refused with a sentence', async (encoding, sentence) => {
  const lines = encoding === 'cp949' ? ['PK\u0003\u0004'] : [made(152)]
  await expect(load(await writeAddressFile('entrc_seoul.txt', lines, encoding))).rejects.toThrow(sentence)
})

/** A file of a month, in a folder as it is published. */
async function edition(month: string, lines: readonly string[]): Promise<string> {
  const file = await writeAddressFile('entrc_seoul.txt', lines)
  const folder = path.join(path.dirname(file), `${month}_위치정보요약DB_전체분`)
  await mkdir(folder)
  await copyFile(file, path.join(folder, 'entrc_seoul.txt'))
  return path.join(folder, 'entrc_seoul.txt')
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

test('a newer edition takes the place of the former one when it is complete, and an older one never', async () => {
  const october = await edition('202610', [made(10), ...range(20, 30).map((main) => made(main))])
  const november = await edition('202611', [made(10, { at: at(11) }), ...range(21, 31).map((main) => made(main))])
  await load(october)
  expect(await load(october)).toMatchObject({ wasDone: true, imported: 11 })
  const during: (number | null)[] = []
  let looking = Promise.resolve()
  const look: ImportReporter = {
    malformed: () => {},
    progress: () => {
      looking = latOf('서울 강남구 테헤란로 10').then((found) => void during.push(found))
    },
  }
  await load(november, {}, look)
  await looking
  // The rows were written then, but the former ones answered, or already the new ones once they were shown.
  expect(during).toHaveLength(1)
  expect([10, 11]).toContain(during[0])
  expect(await latOf('서울 강남구 테헤란로 10')).toBe(11)
  expect(await latOf('서울 강남구 테헤란로 20')).toBeNull()
  expect(await count('address_entrances')).toBe(11)
  await expect(load(october)).rejects.toThrow('entrc_seoul of 202611 is in use, and this file is of 202610')
  expect(await latOf('서울 강남구 테헤란로 10')).toBe(11)
  expect(await load(october, { fresh: true })).toMatchObject({ imported: 11 })
  expect(await latOf('서울 강남구 테헤란로 10')).toBe(10)
  expect(await count('address_entrances')).toBe(11)
})

test('a newer edition of which much is missing does not take the place of the former one', async () => {
  await load(
    await edition(
      '202610',
      range(0, 10).map((main) => made(main)),
    ),
  )
  const file = await edition(
    '202611',
    range(0, 5).map((main) => made(main, { at: at(main + 100) })),
  )
  for (const _ of ['first', 'again']) await expect(load(file)).rejects.toThrow('the file may be cut off')
  expect(await latOf('서울 강남구 테헤란로 3')).toBe(3)
})

/** Stops after the first block, as if the power had gone. */
const broken: ImportReporter = {
  malformed: () => {},
  progress: () => {
    throw new Error('the power went out')
  },
}

test('an interrupted import shows nothing of its file, and continues where it stopped', async () => {
  const lines = range(0, 12_000).map((main) => made(main, { name: '건물', at: at(main % 1000) }))
  await load(
    await edition(
      '202610',
      lines.map((line) => line.replace('건물', '옛건물')),
    ),
  )
  const november = await edition('202611', lines)
  await expect(load(november, {}, broken)).rejects.toThrow('the power went out')
  const { rows } = await sql<{ name: string }>`
    select distinct n.name from address_names n join address_files f on f.id = n.file_id where f.state = 'shown'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ name: '옛건물' }])
  const heard = listen()
  expect(await load(november, {}, heard)).toMatchObject({ imported: 12_000, wasDone: false })
  expect(heard.shares[0]).toBeGreaterThan(0.3)
  expect(await count('address_entrances')).toBe(12_000)
  // One that is broken off and never finished is removed by the next edition.
  await expect(load(await edition('202612', lines.slice(0, 11_000)), {}, broken)).rejects.toThrow('the power went out')
  await load(await edition('202701', lines))
  expect(await count('address_entrances')).toBe(12_000)
  expect(await count('address_files')).toBe(1)
})

test('a full disk is told, and keeps what was read', async () => {
  const { db } = database
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger no_room before insert on address_entrances execute function no_room()`.execute(db)
  const file = await writeAddressFile('entrc_seoul.txt', [made(152)])
  await expect(load(file)).rejects.toThrow('The disk of the database is full. Make room and start the import again')
  await sql`drop function no_room cascade`.execute(db)
  expect(await load(file)).toMatchObject({ imported: 1 })
  expect(await latOf('서울 강남구 테헤란로 152')).toBe(152)
})

test('a file that grows while nobody looks is another one, and a map names the source', async () => {
  const file = await writeAddressFile('entrc_seoul.txt', [made(152)])
  await load(file)
  await appendFile(file, await readFile(await writeAddressFile('more.txt', [made(154)])))
  expect(await load(file)).toMatchObject({ imported: 2, wasDone: false })
  const { rows } = await sql`select key, places, attribution from place_sources`.execute(database.db)
  expect(rows).toEqual([{ key: 'addresses', places: 2, attribution: '주소: 행정안전부 도로명주소 공공누리 제1유형' }])
})
