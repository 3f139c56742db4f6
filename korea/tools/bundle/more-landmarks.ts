import { readFileSync } from 'node:fs'
import type { Topology } from 'topojson-specification'
import { namedPoints, type SourceTiles } from '../map/ground.ts'
import { toDegrees } from '../map/lines.ts'
import type { Point } from './popularity.ts'
import { nearestAreaFinder } from './roads/districts.ts'
import type { Place } from './sources.ts'

/** A point of OpenStreetMap with its class and subclass. */
type Poi = Point & { name: string; class: string; subclass: string }

type Landmark = Point & { name: string; category: string }

/** Airports for passengers; the data also have airfields and closed ones. */
const AIRPORTS =
  '인천국제공항 김포국제공항 제주국제공항 김해국제공항 청주국제공항 대구국제공항 무안국제공항 양양국제공항 광주공항 여수공항 울산공항 포항공항 군산공항 사천공항'

/** Mountains, temples, palaces, parks and other sights that people name, of many with like names. */
const SIGHTS = `한라산 북한산 관악산 도봉산 인왕산 아차산 청계산 수락산 불암산 계룡산 덕유산 오대산 소백산 속리산 내장산 월출산 무등산 팔공산
  치악산 태백산 주왕산 마이산 금정산 황령산 장산 설악산 대청봉 천왕봉 성산일출봉 불국사 석굴암 해인사 통도사 범어사 낙산사 월정사
  수덕사 화엄사 송광사 선암사 내소사 선운사 마곡사 동학사 갑사 백양사 부석사 봉정사 동화사 직지사 조계사 봉은사 길상사 도선사 전등사
  법주사 금산사 해동용궁사 쌍계사 신흥사 백담사 운주사 경복궁 창덕궁 창경궁 덕수궁 경희궁 운현궁 종묘 서울숲 올림픽공원 남산공원 하늘공원
  광화문 숭례문 흥인지문 독립문 낙성대 서대문형무소역사관 국립중앙박물관 국립민속박물관 남산서울타워 롯데월드 에버랜드 서울대공원
  서울랜드 코엑스아쿠아리움 남이섬 첨성대 동궁과월지 대릉원 안압지 촉석루 진주성 수원화성 화성행궁 남한산성 행주산성 공산성 부소산성
  해미읍성 낙안읍성 고창읍성 오죽헌 경포대 선교장 하조대 울산바위 정방폭포 천지연폭포 천제연폭포 만장굴 섭지코지 용두암 주상절리대
  간절곶 호미곶 태종대 오륙도 이기대 자갈치시장 부산타워 용두산공원 해동용궁사 송도구름산책로 아르떼뮤지엄 국립경주박물관 국립부여박물관
  서울월드컵경기장 잠실야구장 고척스카이돔 세종문화회관 서울역사박물관 서울시립미술관 탑골공원 남산골한옥마을 이화벽화마을 낙산공원 화계사
  선유도공원 여의도공원 난지한강공원 뚝섬한강공원 여의도한강공원 반포한강공원 세빛섬 서래섬 서울식물원 국립서울현충원 서울스카이 국립중앙도서관
  서울어린이대공원 백련산 대모산 우면산 응봉산 송도센트럴파크 인천대공원 마니산 광교호수공원 캐리비안베이 임진각 헤이리예술마을 국립수목원
  아침고요수목원 쁘띠프랑스 용문사 용문산 화담숲 소양강댐 오션월드 영금정 권금성 강릉커피거리 환선굴 대금굴 청령포 한반도지형 뮤지엄산 상원사
  장태산자연휴양림 계족산 국립중앙과학관 만천하스카이워크 독립기념관 현충사 낙화암 간월암 안면도자연휴양림 꽃지해수욕장 천리포수목원
  국립생태원 오목대 전동성당 덕진공원 모악산 채석강 광한루 경암동철길마을 왕궁리유적 양림동펭귄마을 돌산공원 이순신광장 대흥사 두륜산 세연정
  광안대교 흰여울문화마을 오륙도스카이워크 부산시민공원 부산현대미술관 영화의전당 수성못 월정교 문무대왕릉 도산서원 월영교 금오산
  태화강국가정원 대왕암공원 반구대암각화 미륵산 이순신공원 외도보타니아 보리암 합천영상테마파크 우포늪 비자림 협재해수욕장 김녕해수욕장
  표선해수욕장 한라수목원 쇠소깍 새별오름 다랑쉬오름 용눈이오름 제주목관아 삼성혈 국립제주박물관 전쟁기념관 별마당도서관 어린이대공원 북서울꿈의숲 월드컵공원 일산호수공원 한국민속촌 에코랜드 순천만국가정원 대관령양떼목장
  가리산 가리왕산 가야산 가지산 감악산 강천산 계방산 공작산 구병산 금오산 금수산 내연산 대둔산 대암산 덕항산 도락산 두타산 명성산 명지산 무학산
  민주지산 방장산 방태산 백덕산 백암산 비슬산 삼악산 서대산 선운산 성인봉 신불산 영축산 간월산 연화산 운문산 운악산 운장산 월악산 유명산 장안산
  재약산 적상산 점봉산 조계산 주흘산 천관산 천마산 천성산 청량산 추월산 축령산 칠갑산 팔봉산 팔영산 화악산 화왕산 황매산 황석산 황악산 희양산
  민둥산 유달산 남덕유산 소요산 불곡산 광교산 수리산 모락산 오서산 용봉산 서운산 광덕산 검단산 예봉산 운길산 사패산 심학산 고려산 계양산 소래산
  승학산 백양산 무척산 신어산 정병산 장복산 여항산 대운산 토함산 단석산 보현산 일월산 희방사 고운사 은해사 운문사 개심사 무량사 보문사 신륵사 보리사
  향일암 보광사 회암사 천은사 태안사 도갑사 무위사 미황사 불영사 대원사 옥천사 관룡사 와우정사 난계국악박물관
  춘천닭갈비골목 강풀만화거리 백사실계곡 세종마을음식문화거리 배곧생명공원 웅진플레이도시 아쿠아플라넷일산 스카이로드 대동하늘공원 파계사 대구삼성라이온즈파크 수영사적공원 분수광장 오동동문화광장 진해루
  거북공원 환호공원 호미곶해맞이광장 직지문화공원 안동댐 세병공원 웅천친수공원 소양강처녀상 레고랜드코리아 장미공원 발왕산 휘닉스평창 흑돼지거리 도두항 저지오름 수원종합운동장 대구스타디움
  DGB대구은행파크 인천축구전용경기장 한화생명이글스파크 한밭종합운동장 포항야구장 청주야구장 창원광장 정동극장 반월성 청와대사랑채 무등산국립공원 순천만 하선암 용산가족공원 남산케이블카 노을공원
  평화의공원 평화누리공원 에버랜드리조트 중미산 대전예술의전당 두류공원`

/** Sights that say so by the end of their names. */
const SIGHT =
  /^[가-힣0-9]{2,12}(?:박물관|미술관|기념관|문학관|과학관|수목원|아쿠아리움|식물원|동물원|휴양림|유원지|랜드|월드|테마파크|전망대|출렁다리|폭포|동굴|천문대|유적지|촬영장|세트장|목장|캠핑장|해변|해수욕장|계곡|대공원|(?:호수|생태|수변|해변|한강)공원|(?:벽화|문화|민속|한옥)마을|서원|읍성|산성|고분군|등대|케이블카|레일바이크|스카이워크|향교|워터파크|습지|오름|월드컵경기장|야구장|종합운동장|체육관|주경기장)$/
const SIGHT_CLASSES = new Set(
  'attraction museum theme_park garden zoo aquarium art_gallery stadium park picnic_site castle campsite'.split(' '),
)

/** Mountains and temples, if no other place in the country has the name. */
const PEAK = /^[가-힣]{2,6}(?:산|오름)$/
const TEMPLE = /^[가-힣]{2,4}사$/

/** Department stores and malls, by which people say where something is. */
const STORE = /^[가-힣A-Z0-9]*(?:백화점|아울렛|아웃렛|스타필드|롯데몰|아이파크몰)[가-힣]*$/
const STORE_CLASSES = new Set(['department_store', 'mall'])

/** Cable cars, closed stations and places where trains only wait. */
const NO_STATION =
  /[a-z]|주차장|승강장|정류장|도착지|출발지|탑승장|케이블카|캐이블카|모노레일|스테이션|전망대|신호장|구 ?역사$|폐역|·|합동청사|월미|철송장|항$/i

/** What the other data lack, with positions written by hand (`landmarks-by-hand.tsv`). */
const byHand: readonly Landmark[] = readFileSync(new URL('landmarks-by-hand.tsv', import.meta.url), 'utf8')
  .replace(/^#.*\n/gm, '')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([category = '', name = '', lat, lng]) => ({ category, name, lat: Number(lat), lng: Number(lng) }))

/** In the same 3 kilometres, points of one name are one place. */
const SAME = 0.03

/** Restaurants are named after palaces, and points without a class after anything. */
const NO_LANDMARKS = new Set(['restaurant', 'undefined'])

/** The points of OpenStreetMap in source tiles, to a metre. */
export function poisOf(tiles: SourceTiles): Poi[] {
  return ['aerodrome_label', 'mountain_peak', 'poi']
    .flatMap((layer) => [...namedPoints(tiles, layer)])
    .map(({ name, kind, at }) => {
      const [of = '', subclass = ''] = kind.split('/')
      return { name, class: of, subclass, ...toDegrees(at) }
    })
    .filter((poi) => !NO_LANDMARKS.has(poi.class))
}

/** Stations of trains, airports, terminals, universities, islands and sights that the public data lack, in the 시군구 in which they lie. */
export function moreLandmarks(pois: readonly Poi[], listed: readonly Place[], borders: Topology): Place[] {
  const sights = new Set(SIGHTS.split(/\s+/))
  const isOnly = onlyOnes(pois)
  const found = pois.flatMap((poi): Landmark[] => {
    const category = categoryOf(poi, sights) ?? (isOnly(poi) ? '관광지' : null)
    const name = category === STATION ? `${nameOf(poi.name).replace(/역$/, '')}역` : nameOf(poi.name)
    // Of many temples of a name, people mean the one written by hand.
    if (!category || byHand.some((own) => own.name === name)) return []
    return [{ category, name, lat: poi.lat, lng: poi.lng }]
  })
  const known = listed.map(([name, , , lat, lng]) => ({ name, lat, lng }))
  const kept: Landmark[] = []
  for (const one of [...byHand, ...found]) if (![...known, ...kept].some((other) => isSame(one, other))) kept.push(one)
  const districtAt = nearestAreaFinder(borders, 'sgg')
  // The borders are older than these names.
  const districtOf = (at: Point) =>
    districtAt(at)
      .replace(/^강원도/, '강원특별자치도')
      .replace(/^전라북도/, '전북특별자치도')
      .replace('인천광역시 남구', '인천광역시 미추홀구')
  return kept.map(({ name, category, lat, lng }) => {
    const lines = category === STATION ? TRAIN : ''
    return [name, category, districtOf({ lat, lng }), lat, lng, lines]
  })
}

/** Tells a mountain or temple whose name no other has; one has several points near together. */
function onlyOnes(pois: readonly Poi[]): (poi: Poi) => boolean {
  const isKind = ({ name, class: kind }: Poi) =>
    (kind === 'peak' && PEAK.test(nameOf(name))) || (kind === 'place_of_worship' && TEMPLE.test(nameOf(name)))
  const named = Map.groupBy(pois.filter(isKind), ({ name }) => nameOf(name))
  return (poi) => {
    const [first, ...others] = (isKind(poi) && named.get(nameOf(poi.name))) || []
    return first !== undefined && others.every((other) => isSame({ ...first, name: '' }, { ...other, name: '' }))
  }
}

function categoryOf({ name, class: kind, subclass }: Poi, sights: ReadonlySet<string>): string | null {
  const own = nameOf(name)
  if (AIRPORTS.split(' ').includes(own)) return '공항'
  if (subclass === 'bus_station' && /^[가-힣]{2,14}터미널$/.test(own)) return '터미널'
  if (subclass === 'ferry_terminal' && /^[가-힣]{2,12}(?:항|터미널|선착장)$/.test(own)) return '터미널'
  if (STORE_CLASSES.has(subclass) && STORE.test(own)) return '관광지'
  if (kind === 'station' && !sights.has(own)) return NO_STATION.test(name) ? null : STATION
  if (SIGHT_CLASSES.has(kind) && SIGHT.test(own)) return '관광지'
  if (kind === 'college' && UNIVERSITY.test(own) && own !== '한국방송통신대학교') return '대학교'
  return sights.has(own) && !['school', 'hospital', 'golf'].includes(kind) ? '관광지' : null
}

const STATION = '지하철역'

/** In place of the unknown line of such a station. */
const TRAIN = '철도'

const UNIVERSITY = /^[가-힣]{2,10}(?:대학교|과학기술원|예술종합학교)$/

/** '남산서울타워 (N Seoul Tower)' is 남산서울타워, and 단국대학교 죽전캠퍼스 a 단국대학교. */
function nameOf(name: string): string {
  return name
    .replace(/\s*\(.*$/, '')
    .replaceAll(' ', '')
    .replace(/대학교[가-힣]+캠퍼스$/, '대학교')
    .replace(/^국립(?=[가-힣]+대학교$)/, '')
}

function isSame(one: Point & { name: string }, other: Point & { name: string }): boolean {
  return (
    other.name.replaceAll(' ', '') === one.name &&
    Math.abs(one.lat - other.lat) < SAME &&
    Math.abs(one.lng - other.lng) < SAME
  )
}
