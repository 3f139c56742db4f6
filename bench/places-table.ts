import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import iconv from 'iconv-lite'
import { builtInAreas } from '#server/places/korea-areas.ts'
import { type Encoding, shopColumns, shopLine } from '#tests/place-files.ts'
import { placeNames } from './vocabulary.ts'

/** Seven of ten shops serve food. In reality fewer do, and then more lines are only read. */
const FOOD = 0.7

const kinds =
  '백반/한정식 국/탕/찌개류 치킨 카페 중국집 경양식 일식/수산물 김밥/만두/분식 피자 족발/보쌈 생맥주전문 제과점'.split(
    ' ',
  )
const dongs =
  '중앙동 교동 신흥동 역삼동 서면 대흥동 노형동 우동 성내동 장안동 평화동 동문동 송정동 신촌동 행운동'.split(' ')
const roads = '중앙로 시장길 벚꽃길 학동로 동호로 해변로 은행로 역전길 한옥길 강변로'.split(' ')

/**
 * Writes a table of 상가(상권)정보 with shops all over the country, the same in every run; returns the number of restaurants.
 */
export async function writeShopTable(file: string, lines: number, encoding: Encoding): Promise<number> {
  const names = placeNames()
  const districts = builtInAreas.filter(({ level }) => level === 2)
  let restaurants = 0
  const texts = function* () {
    yield `${shopColumns.join(',')}\n`
    for (let n = 0; n < lines; n++) {
      const pick = <T>(list: readonly T[], salt: number) => list[mix(n, salt) % list.length] as T
      const area = pick(districts, 1)
      const [province = '', ...district] = area.address.split(' ')
      const dong = pick(dongs, 2)
      const isFood = mix(n, 3) % 1000 < FOOD * 1000
      if (isFood) restaurants++
      yield `${shopLine({
        상가업소번호: `MA0101202210A${String(n).padStart(7, '0')}`,
        상호명: pick(names, 4),
        지점명: mix(n, 5) % 8 === 0 ? `${dong}점` : '',
        상권업종대분류명: isFood ? '음식' : '소매',
        상권업종소분류명: pick(kinds, 6),
        시도명: province,
        시군구명: district.join(' '),
        법정동명: dong,
        지번주소: `${area.address} ${dong} ${1 + (mix(n, 7) % 1500)}`,
        도로명주소: `${area.address} ${pick(roads, 8)}${mix(n, 9) % 40}번길 ${1 + (mix(n, 10) % 300)}`,
        경도: (area.lng + ((mix(n, 11) % 1000) - 500) / 8000).toFixed(12),
        위도: (area.lat + ((mix(n, 12) % 1000) - 500) / 9000).toFixed(12),
      })}\n`
    }
  }
  await pipeline(Readable.from(batches(texts(), encoding)), createWriteStream(file))
  return restaurants
}

function* batches(texts: Iterable<string>, encoding: Encoding): Generator<Buffer> {
  let batch = ''
  for (const text of texts) {
    batch += text
    if (batch.length < 100_000) continue
    yield iconv.encode(batch, encoding)
    batch = ''
  }
  yield iconv.encode(batch, encoding)
}

/** A pseudo-random whole number, the same in every run. */
function mix(n: number, salt: number): number {
  let mixed = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
