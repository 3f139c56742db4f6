import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import iconv from 'iconv-lite'
import type { Database } from '#server/platform/database/connect.ts'
import { importFile } from '#server/product/places/import/import-file.ts'
import type { Outcome } from '#server/product/places/import/sources.ts'

/** Files to import: made-up ones, and the project's own data of Korea. */

/** The files of korea/, by the names under which their originals are imported. */
const koreaFiles = {
  'korea-gazetteer.json': 'areas.json.gz',
  'korea-places.json': 'places.json.gz',
  'korea-base.topo.json': 'borders.topo.json.gz',
} as const

type KoreaFile = keyof typeof koreaFiles

export const koreaFileNames = Object.keys(koreaFiles) as KoreaFile[]

/** Unpacks a file of korea/ and returns its path. */
export async function unpackKoreaFile(name: KoreaFile): Promise<string> {
  const packed = await readFile(new URL(`../korea/${koreaFiles[name]}`, import.meta.url))
  return writeTextFile(name, await promisify(gunzip)(packed))
}

/** The header of 상가(상권)정보, all 39 columns. */
const shopColumns =
  '상가업소번호,상호명,지점명,상권업종대분류코드,상권업종대분류명,상권업종중분류코드,상권업종중분류명,상권업종소분류코드,상권업종소분류명,표준산업분류코드,표준산업분류명,시도코드,시도명,시군구코드,시군구명,행정동코드,행정동명,법정동코드,법정동명,지번코드,대지구분코드,대지구분명,지번본번지,지번부번지,지번주소,도로명코드,도로명,건물본번지,건물부번지,건물관리번호,건물명,도로명주소,구우편번호,신우편번호,동정보,층정보,호정보,경도,위도'.split(
    ',',
  )

/** Cells of a shop in the public table of shops, by the names of the columns; left-out ones have usual values. */
export type Shop = Partial<Record<string, string>>

/** One line of the table, quoted as in the published files. */
export function shopLine(shop: Shop): string {
  const filled: Shop = {
    상권업종대분류명: '음식',
    상권업종소분류명: '백반/한정식',
    시도명: '제주특별자치도',
    시군구명: '제주시',
    법정동명: '노형동',
    지번주소: '제주특별자치도 제주시 노형동 925',
    도로명주소: '제주특별자치도 제주시 노형로 380',
    경도: '126.4769',
    위도: '33.4837',
    ...shop,
  }
  return shopColumns.map((column) => `"${(filled[column] ?? '').replaceAll('"', '""')}"`).join(',')
}

export type Encoding = 'utf-8' | 'cp949'

/** Writes a table of shops and returns its path. */
export function writeShopFile(lines: readonly string[], encoding: Encoding = 'utf-8'): Promise<string> {
  const text = [shopColumns.join(','), ...lines, ''].join('\r\n')
  return writeTextFile('shops.csv', encoding === 'cp949' ? iconv.encode(text, 'cp949') : Buffer.from(text))
}

/** Writes a value as JSON and returns the file's path. */
export async function writeJsonFile(name: string, content: unknown): Promise<string> {
  return writeTextFile(name, Buffer.from(JSON.stringify(content)))
}

let folder: string | undefined
let files = 0

/** Writes a file into a folder of its own, because its name matters, and returns its path. It is removed when the process ends. */
export async function writeTextFile(name: string, bytes: Buffer): Promise<string> {
  folder ??= madeFolder()
  const file = path.join(folder, String(files++), name)
  await mkdir(path.dirname(file))
  await writeFile(file, bytes)
  return file
}

function madeFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'matnanum-places-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A gazetteer of a few areas. */
export const someGazetteer = {
  fields: ['level', 'address', 'lat', 'lng', 'code'],
  rows: [
    [1, '제주특별자치도', 33.38, 126.55, '5000000000'],
    [2, '제주특별자치도 제주시', 33.43, 126.53, '5011000000'],
    [3, '제주특별자치도 제주시 노형동', 33.4528, 126.4692, '5011012200'],
    [2, '부산광역시 해운대구', 35.19, 129.15, '2635000000'],
    [3, '부산광역시 해운대구 우동', 35.1711, 129.1474, '2635010500'],
    [4, '부산광역시 해운대구 우제1동', 35.1777, 129.1595, '2635051000'],
  ],
}

export const somePlaces = {
  fields: ['name', 'category', 'address', 'lat', 'lng', 'tags'],
  rows: [
    ['해운대역', '지하철역', '부산광역시 해운대구 해운대로 지하 626', 35.16367, 129.15891, '부산도시철도 2호선'],
    ['해운대해수욕장', '관광지', '부산광역시 해운대구 해운대해변로 264', 35.15911, 129.16028, ''],
    ['동문시장', '전통시장', '제주특별자치도 제주시 동문로 16', 33.5115, 126.5261, ''],
  ],
}

/**
 * Boundaries of two areas beside each other, each two hundredths of a degree wide, around (33.45, 126.46); the western
 * one has a hole that contains a third one.
 */
export const someBoundaries = {
  type: 'Topology',
  arcs: [square(126.44, 33.44, 0.02), square(126.46, 33.44, 0.02), square(126.446, 33.446, 0.004)],
  objects: {
    emd: {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'Polygon',
          arcs: [[0], [2]],
          properties: { a: '제주특별자치도 제주시 외도동', b: '', c: '5011060000' },
        },
        {
          type: 'Polygon',
          arcs: [[1]],
          properties: { a: '제주특별자치도 제주시 노형제1동', b: '제주특별자치도 제주시 노형동', c: '5011064000' },
        },
        { type: 'MultiPolygon', arcs: [[[2]]], properties: { a: '제주특별자치도 제주시 이호동', b: '', c: '' } },
      ],
    },
  },
}

function square(west: number, south: number, width: number): number[][] {
  const [east, north] = [west + width, south + width]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** Imports a file with the usual options and reports nothing. */
export function importQuietly(db: Database, file: string): Promise<Outcome> {
  const options = { all: false, fresh: false, attribution: null }
  return importFile(db, file, options, { progress: () => {}, malformed: () => {} })
}
