import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The rows of a table of `korea/`, without its comments. */
export function readKoreaTable(name: string): string[][] {
  const bytes = readFileSync(new URL(`../../../korea/${name}`, import.meta.url))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return rowsOf(text.replace(/^#.*\n/gm, ''))
}

/** The cells of each line, which tabs separate. */
export function rowsOf(text: string): string[][] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
}

export type BuiltInArea = Readonly<{
  level: 1 | 2
  /** With the areas that contain it: '경기도 수원시 장안구'. */
  address: string
  lat: number
  lng: number
}>

/** Short and former names of a 시도, with the current full name. */
export const provinceAliases: ReadonlyMap<string, string> = new Map(
  [
    '서울특별시: 서울 서울시',
    '부산광역시: 부산 부산시',
    '대구광역시: 대구 대구시',
    '인천광역시: 인천 인천시',
    '광주광역시: 광주',
    '대전광역시: 대전 대전시',
    '울산광역시: 울산 울산시',
    '세종특별자치시: 세종 세종시',
    '경기도: 경기',
    '강원특별자치도: 강원 강원도',
    '충청북도: 충북',
    '충청남도: 충남',
    '전북특별자치도: 전북 전라북도',
    '전라남도: 전남',
    '경상북도: 경북',
    '경상남도: 경남',
    '제주특별자치도: 제주 제주도',
  ].flatMap((line) => {
    const [name = '', aliases = ''] = line.split(': ')
    return aliases.split(' ').map((alias): [string, string] => [alias, name])
  }),
)

/** Every 시도 and 시군구 in the order of the official codes: a 시도, then its areas. */
export const builtInAreas: readonly BuiltInArea[] = readKoreaTable('districts.tsv').map(([address = '', lat, lng]) => ({
  level: address.includes(' ') ? 2 : 1,
  address,
  lat: Number(lat),
  lng: Number(lng),
}))
