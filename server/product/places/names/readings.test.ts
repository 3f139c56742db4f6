import { beforeAll, expect, test } from 'vitest'
import { normalForm } from '#rules/normal-form.ts'
import { placesBeginning } from './find-names.ts'
import { indexNames, type KnownPlace, type NameIndex } from './known-names.ts'
import { correctWords, preparePostWord } from './misspelt-names.ts'
import { groupWords, likeliestReading, readingsOf } from './readings.ts'

const meaningOf = (known: NameIndex, keyword: string) => likeliestReading(readingsOf(known, keyword))

const area = (level: number, address: string, lat: number, lng: number): KnownPlace => ({
  ...{ name: address.slice(address.lastIndexOf(' ') + 1), address, category: null, level, lat, lng, source: '' },
  normal: normalForm(address),
})
const landmark = (
  category: string,
  name: string,
  address: string,
  lat: number,
  lng: number,
  tags = '',
): KnownPlace => ({
  ...{ name, address, category, tags, lat, lng, source: '' },
  normal: normalForm(`${name} ${address}`),
})

let names: NameIndex

beforeAll(async () => {
  names = await indexNames([
    area(1, '서울특별시', 37.56, 126.97),
    area(2, '서울특별시 마포구', 37.56, 126.9),
    area(3, '서울특별시 용산구 이태원동', 37.534, 126.994),
    area(2, '경기도 하남시', 37.54, 127.21),
    area(3, '서울특별시 용산구 한남동', 37.536, 127.0),
    area(2, '경기도 성남시 분당구', 37.38, 127.11),
    area(3, '경기도 성남시 분당구 분당동', 37.37, 127.13),
    area(2, '전라남도 순천시', 34.95, 127.48),
    area(2, '경상북도 경주시', 35.85, 129.22),
    area(3, '경상북도 경주시 황남동', 35.83, 129.21),
    area(2, '전북특별자치도 전주시', 35.82, 127.15),
    area(2, '경상북도 안동시', 36.56, 128.72),
    area(3, '경기도 시흥시 미산탁동', 37.43, 126.82),
    area(3, '서울특별시 강남구 신사동', 37.52, 127.02),
    landmark('지하철역', '신사역', '서울특별시 강남구 도산대로 지하 102', 37.516, 127.02, '3호선,신분당선'),
    landmark('지하철역', '성수역', '서울특별시 성동구 아차산로 100', 37.545, 127.056, '2호선'),
    landmark('지하철역', '강남역', '서울특별시 강남구 강남대로 지하 396', 37.498, 127.028),
    landmark('관광지', '경리단길', '서울특별시 용산구', 37.5395, 126.9915),
    landmark('지하철역', '홍대입구역', '서울특별시 마포구 양화로 지하 160', 37.557, 126.924),
    landmark('전통시장', '현대시장(분당)', '경기도 성남시 분당구 느티로 8', 37.36, 127.11),
    landmark('공항', '김포국제공항', '서울특별시 강서구', 37.56, 126.8),
    landmark('대학교', '건국대학교', '서울특별시 광진구', 37.54, 127.07),
    landmark('대학교', '부산외국어대학교', '부산광역시 금정구', 35.27, 129.08),
    landmark('섬', '남이섬', '강원특별자치도 춘천시', 37.79, 127.53),
    landmark('관광지', '하회마을', '경상북도 안동시', 36.539, 128.518),
    area(2, '전북특별자치도 정읍시', 35.57, 126.856),
    landmark('관광지', '내장산', '전북특별자치도 순창군', 35.478, 126.889),
    landmark('관광지', '한라산', '제주특별자치도 서귀포시', 33.362, 126.529),
    landmark('관광지', '상족암군립공원', '경상남도 고성군', 34.914, 128.158),
    landmark('관광지', '영진해변', '강원특별자치도 강릉시', 37.877, 128.848),
    landmark('섬', '강화도', '인천광역시 강화군', 37.72, 126.46),
    landmark('관광지', '전등사', '인천광역시 강화군', 37.632, 126.485),
    area(3, '전북특별자치도 부안군 변산면', 35.676, 126.495),
    landmark('관광지', '채석강', '전북특별자치도 부안군', 35.625, 126.466),
  ])
})

function read(keyword: string): string {
  const { named, otherWords, occasions } = meaningOf(names, keyword)
  return [named[0]?.name ?? '', ...otherWords, ...occasions].filter((part) => part !== '').join(' + ')
}

test.each([
  ['Rkdska', '강남역'],
  ['Gimpo airport', '김포국제공항'],
  ['Konkuk university', '건국대학교'],
  ['Nami island', '남이섬'],
  ['Hannam-dong', '한남동'],
  ['Hanam', '하남시'],
  ['restaurants in Seoul', '서울특별시'],
  ['강남역 근처 맛집', '강남역'],
  ['강남역근처맛집', '강남역'],
  ['Korean fried chicken near Gangnam', '강남역 + 치킨'],
  ['강남역점심', '강남역 + 점심'],
  ['순천꼬막정식', '순천시 + 꼬막정식'],
  ['경주황남빵', '경주시 + 황남빵'],
  ['이태원경리단길', '경리단길'],
  ['안동하회마을', '하회마을'],
  ['강화도 전등사', '전등사'],
  ['변산면채석강', '채석강'],
  ['정읍 내장산', '내장산'],
  ['정읍내장산등산로', '내장산'],
  ['정읍 한라산', '정읍시 + 한라산'],
  ['한라산국립공원', '한라산'],
  ['한라산 등산로 입구', '한라산'],
  ['상족암', '상족암군립공원'],
  ['영진해수욕장', '영진해변'],
  ['홍대역', '홍대입구역'],
  ['부산외대', '부산외국어대학교'],
  ['경리단', '경리단길'],
  ['분당', '분당구'],
])('%s means %s', (keyword, meant) => {
  expect(read(keyword)).toBe(meant)
})

test('a dish is also found as it sounds in Latin letters, unless a place is written so', () => {
  expect(meaningOf(names, 'naengmyun')).toMatchObject({ kind: 'dish', searched: '냉면', isCorrected: true })
  expect(meaningOf(names, 'Korean fried chicken')).toMatchObject({ kind: 'dish', searched: '치킨' })
  expect(read('Mapo')).toBe('마포구')
})

test.each(['맛집', '맛집 추천', '야식', '점심'])('%s is no misspelt food', (keyword) => {
  expect(meaningOf(names, keyword)).toMatchObject({ isCorrected: false, searched: keyword })
})

test('food that nobody knows is not taken for a misspelt place', () => {
  expect(meaningOf(names, '미산탕')).toMatchObject({ searched: '미산탕', isCorrected: false, named: [] })
  expect(meaningOf(names, '미산탁똥')).toMatchObject({ searched: '미산탁동', isCorrected: true })
})

test('of names with the same initial consonants each is offered once before another time', () => {
  const offered = (typed: string) => placesBeginning(names, typed).map(({ name }) => name)
  expect(offered('ㅂㄷ')[0]).toBe('분당구')
  expect(offered('ㅅㅅ')[1]).toBe('성수역')
})

const waysOf = (keyword: string, postWords: readonly string[] = []) =>
  readingsOf(names, keyword, postWords.map(preparePostWord)).map(({ way, score, needs, isGuess }) =>
    [score, way, needs.join(' '), ...(isGuess ? ['guess'] : [])].join(' | '),
  )

test('a keyword is read in all its ways, the best first', () => {
  expect(waysOf('전주비빔밥')).toEqual(['885 | typed, dish of a region | 비빔밥', '880 | typed, dish | 전주비빔밥'])
  expect(waysOf('분당 바삭헤요 국밥 점심', ['바삭해요'])).toEqual([
    '820 | typed, place and words | 바삭헤요 국밥',
    '819 | typed, place and words, words of posts | 바삭해요 국밥 | guess',
    '818 | typed, place and words, known words | 국밥 | guess',
  ])
})

test.each([
  ['분당 가면 뭐 먹어야 해', '분당구', ''],
  ['부모님 모시고 갈 만한 분당 국밥집', '분당구', '국밥집'],
  ['회사 동료랑 분당에서 국밥에 맥주', '분당구', '국밥 맥주'],
  ['분당국밥추천', '분당구', '국밥'],
  ['국밥 분당', '분당구', '국밥'],
  ['분당근처국밥집', '분당구', '국밥집'],
])('of %s the place and food stay', (keyword, place, food) => {
  const { named, otherWords } = meaningOf(names, keyword)
  expect([named[0]?.name, otherWords.join(' ')]).toEqual([place, food])
})

test('at a place a reading without the words left is offered, which needs nothing but the place', () => {
  const readings = readingsOf(names, '분당 우리집밥상')
  expect(readings.map(({ needs, isThere }) => [needs.join(' '), isThere])).toEqual([
    ['우리집밥상', true],
    ['', true],
  ])
})

test('a telephone number and a nickname are no words', () => {
  expect(readingsOf(names, '031-701-1234')[0]).toMatchObject({ way: 'telephone', needs: ['0317011234'] })
  expect(readingsOf(names, '+82 31 701 1234')[0]).toMatchObject({ needs: ['0317011234'] })
  expect(readingsOf(names, '395-47')[0].way).not.toBe('telephone')
  expect(readingsOf(names, '@배부른고래')).toMatchObject([{ author: '배부른고래' }])
  expect(readingsOf(names, '배부른고래').some(({ author }) => author === '배부른고래')).toBe(true)
})

test('a keyword of many words has at most eight readings, one of which needs no post', () => {
  for (const keyword of [
    'bundang ansim 데이트 rkskek 혼밥',
    '비빔팝 바삭헤요 국밥 데이트 부모님',
    '가나다 '.repeat(9),
  ]) {
    const readings = readingsOf(names, keyword.trim(), ['바삭해요', '가나더'].map(preparePostWord))
    expect(readings.length, keyword).toBeLessThanOrEqual(8)
    expect(likeliestReading(readings).isGuess, keyword).toBe(false)
    expect(readings.map(({ score }) => score)).toEqual(readings.map(({ score }) => score).toSorted((a, b) => b - a))
  }
})

test('parts of a reading are its place, food, facts and the words left', () => {
  expect(groupWords(meaningOf(names, '분당 혼밥 바삭한 국밥'))).toEqual({
    ...{ place: '분당', food: ['국밥'], facts: ['혼밥'], left: ['바삭한'] },
  })
})

test('two misspelt words are corrected; a text of more unknown words is not compared with all names', async () => {
  const names = await indexNames([])
  expect(correctWords(names, '비빔팝 갈비팅')).toBe('비빔밥 갈비탕')
  expect(correctWords(names, '비빔팝 갈비팅 순두뿌찌개')).toBeNull()
})

test.each([
  ['매운 게 땡길 때', [], ['매운게']],
  ['술 한 잔 하고 싶을 때', ['술'], ['한잔']],
  ['술마시기 좋은 곳', ['술'], []],
  ['비 오는 날 파전', ['파전'], ['비오는날']],
  ['단체 가능한 식당', [], ['단체']],
])('%s is read as food %j and the occasions %j', (keyword, food, occasions) => {
  const read = meaningOf(names, keyword)
  expect({ food: read.otherWords, occasions: read.occasions }).toEqual({ food, occasions })
})
