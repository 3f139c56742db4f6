import iconv from 'iconv-lite'
import { toGrid } from '#server/product/places/import/address-rows.ts'
import { writeTextFile } from './place-files.ts'

/** An address for files in the layout of the official addresses: docs/places.md. */

export type MadeAddress = Readonly<{
  province?: string
  district?: string
  town?: string
  townCode?: string
  road: string
  roadCode?: string
  main: number | string
  sub?: number | string
  underground?: '0' | '1'
  name?: string
  /** Position of the entrance; null for a row without one. */
  at: Readonly<{ lat: number; lng: number }> | null
  number?: number
}>

function gridOf(at: MadeAddress['at']): string[] {
  return at === null ? ['', ''] : toGrid(at).map((metres) => metres.toFixed(6))
}

const usual = {
  province: '서울특별시',
  district: '강남구',
  town: '역삼동',
  townCode: '1168010100',
  roadCode: '116803122010',
}

/** A line of 위치정보요약DB, of 18 columns. */
export function entranceLine(made: MadeAddress): string {
  const {
    province,
    district,
    town,
    townCode,
    roadCode,
    road,
    main,
    sub = 0,
    underground = '0',
    name = '',
    at,
    number = 1,
  } = {
    ...usual,
    ...made,
  }
  const address = [
    townCode.slice(0, 5),
    number,
    townCode,
    province,
    district,
    town,
    roadCode,
    road,
    underground,
    main,
    sub,
    name,
  ]
  return [...address, '06236', '업무시설', '0', town, ...gridOf(at)].join('|')
}

/** A line of match_build in 내비게이션용DB, of 33 columns. */
export function buildingLine(made: MadeAddress & { middle?: MadeAddress['at'] }): string {
  const {
    province,
    district,
    town,
    townCode,
    roadCode,
    road,
    main,
    sub = 0,
    underground = '0',
    name = '',
    at,
    middle = null,
  } = {
    ...usual,
    ...made,
  }
  const address = [townCode, province, district, town, roadCode, road, underground, main, sub, '06236']
  const building = ['1168010100107370000000001', name, '업무시설', '1168064000', '역삼1동', 45, 8, 0, 1, '', '', '', 0]
  return [
    ...address,
    ...building,
    ...gridOf(middle),
    ...gridOf(at),
    'Seoul',
    'Gangnam-gu',
    'Yeoksam-dong',
    'Road',
    1,
    '',
  ].join('|')
}

export type MadeLot = Readonly<{
  province?: string
  district?: string
  town?: string
  village?: string
  mountain?: '0' | '1'
  main: number | string
  sub?: number
  roadCode?: string
  buildingMain: number
  buildingSub?: number
}>

/** A line of match_jibun in 내비게이션용DB, of 20 columns. */
export function lotLine(made: MadeLot): string {
  const {
    province,
    district,
    town,
    village = '',
    mountain = '0',
    main,
    sub = 0,
    roadCode,
    buildingMain,
    buildingSub = 0,
    townCode,
  } = {
    ...usual,
    ...made,
  }
  const lot = [
    townCode,
    province,
    district,
    town,
    village,
    mountain,
    main,
    sub,
    roadCode,
    0,
    buildingMain,
    buildingSub,
    0,
  ]
  return [...lot, 'Seoul', 'Gangnam-gu', 'Yeoksam-dong', '', '', '1168010100107370000000001', townCode].join('|')
}

/** Writes a file of lines in CP949, as they are published, and returns its path. */
export function writeAddressFile(name: string, lines: readonly string[], encoding = 'cp949'): Promise<string> {
  return writeTextFile(name, iconv.encode(`${lines.join('\r\n')}\r\n`, encoding))
}
