import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import {
  importQuietly,
  koreaFileNames,
  shopLine,
  somePlaces,
  unpackKoreaFile,
  writeJsonFile,
  writeShopFile,
} from '#tests/place-files.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

test('the command ends with 1 if nothing could be imported', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-import-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const env = { ...COMMAND_ENV, DATA_DIR: dataDir, DATABASE_URL: database.connectionString }
  const run = async (...files: string[]) => {
    const child = spawn(process.execPath, [path.resolve('scripts/places-import.ts'), ...files], { env, cwd: dataDir })
    const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    return { code, errors }
  }
  const table = await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '국밥집', 위도: 'x' })])
  const inTable = await run(table, await writeJsonFile('spots.json', somePlaces))
  expect(inTable.code).toBe(1)
  expect(inTable.errors).toMatch(/^ {2}line 2: no position in Korea: x, /)
  expect(inTable.errors).toMatch(/Nothing was imported: no row of .*shops\.csv can be read/)
  expect(inTable.errors).toContain('source "spots" now holds 3 places')
  const inJson = await run(await writeJsonFile('p.json', { ...somePlaces, rows: [['국밥집', '', '', 'x', 127]] }))
  expect(inJson.code).toBe(1)
  expect(inJson.errors).toContain('line 1: lat is not a number: "x"\nNot imported: No row of the file can be read.')
  expect(
    (await run(await writeShopFile([shopLine({ 상가업소번호: '2', 상호명: '국밥집' }), shopLine({ 위도: 'x' })]))).code,
  ).toBe(0)
})

test('the public data is read without a fault', async () => {
  for (const name of koreaFileNames) {
    expect(await importQuietly(database.db, await unpackKoreaFile(name))).toMatchObject({ malformed: 0 })
  }
  const { rows } = await sql`select count(*) as areas, count(distinct level) as levels from place_areas`.execute(
    database.db,
  )
  expect(rows).toEqual([{ areas: 6892 + 3504, levels: 4 }])
})
