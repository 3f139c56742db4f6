import { metresBetween } from '../../../rules/position.ts'
import type { Area, Place } from './sources.ts'

export type Point = { lat: number; lng: number }

/** A shop of a chain, by the name of its branch: '여의도점'. */
export type Branch = Point & { branch: string }

/** Shops below which a place is no more popular than others. */
const REACH = 600
const REACH_OF_AREA = 1000

/** With fewer shops a place is no more popular than others. */
const FEWEST = 4

/** A shop that calls its branch by a place says more about the name than another one near it: '여의도점'. */
const WEIGHT_OF_BRANCH = 20
const REACH_OF_BRANCH = 3000

/**
 * Popularity of nationally known places, as a number of shops, because mountains and palaces have none. Of several of
 * one name, the 시·군 before it tells which.
 */
const SHOPS_OF_KNOWN = 1000
const KNOWN_EVERYWHERE = new Set(
  `한라산 설악산 지리산 북한산 관악산 내장산 무등산 팔공산 속리산 오대산 태백산 덕유산 계룡산 월악산 치악산 소백산 경복궁 창덕궁 창경궁 덕수궁 종묘 남산타워
  N서울타워 롯데월드 롯데월드타워 에버랜드 서울대공원 캐리비안베이 한국민속촌 코엑스 동대문디자인플라자 국립중앙박물관 예술의전당 청와대 광화문광장 청계천 북촌한옥마을
  가로수길 경리단길 황리단길 서울숲 올림픽공원 석촌호수 여의도한강공원 반포한강공원 남한산성 수원화성 임진각 두물머리 남이섬 자라섬 월미도 강화도 대부도 제부도 을왕리해수욕장
  소래포구 백령도 울릉도 독도 제주도 우도 마라도  거제도 남해도 진도 완도 흑산도 홍도 선유도 안면도 오동도  경포대 경포해변 안목해변 정동진
  오죽헌 낙산사 불국사 석굴암 첨성대 동궁과월지 대릉원 해인사 통도사 범어사 해동용궁사 구례군:화엄사 송광사 법주사 부석사 하회마을 전주한옥마을 외암민속마을 낙안읍성 해미읍성
  해운대해수욕장 광안리해수욕장 송정해수욕장 다대포해수욕장 송도해수욕장 태종대 감천문화마을 자갈치시장 국제시장 광장시장 남대문시장 동대문시장 망원시장 통인시장 경동시장 가락시장
  노량진수산시장 서문시장 칠성시장 죽도시장 순천만국가정원 순천만습지 죽녹원 보성녹차밭 땅끝마을 향일암 독일마을 대천해수욕장 꽃지해수욕장 만리포해수욕장 협재해수욕장 함덕해수욕장
  성산일출봉 섭지코지 천지연폭포 정방폭포 만장굴 비자림 용두암 산방산 오설록티뮤지엄 쇠소깍 중문관광단지 동문재래시장 서귀포매일올레시장 대관령양떼목장 레고랜드
  타임스퀘어 더현대서울 잠실종합운동장 잠실야구장 고척스카이돔 사직야구장 서울월드컵경기장 동성로
  서울역 용산역 부산역 대전역 동대구역 강남역 홍대입구역 잠실역
  해남군:대흥사 양평군:용문사 서산시:개심사 강화군:보문사 구례군:천은사 남원시:실상사 의성군:고운사 파주시:보광사 제주시:관음사 곡성군:태안사`.split(
    /\s+/,
  ),
)

/** Width of a square of the grid, in degrees: more than the reach. */
const SQUARE = 0.01

/**
 * How many food shops are around each 동, station and other place, by its address and name, and many times more for each
 * branch that has the name: which of several places of one name, or with one beginning, more people mean.
 */
export function popularityOf(
  areas: readonly Area[],
  places: readonly Place[],
  shops: readonly Point[],
  branches: readonly Branch[],
): string[] {
  const squareOf = ({ lat, lng }: Point) => `${Math.floor(lat / SQUARE)} ${Math.floor(lng / SQUARE)}`
  const squares = Map.groupBy(shops, squareOf)
  const count = (at: Point, reach: number) =>
    [-1, 0, 1]
      .flatMap((north) => [-1, 0, 1].map((east) => ({ lat: at.lat + north * SQUARE, lng: at.lng + east * SQUARE })))
      .flatMap((near) => squares.get(squareOf(near)) ?? [])
      .filter((shop) => metresBetween(shop, at) <= reach).length
  const byName = Map.groupBy(branches, ({ branch }) => withoutKind(branch.replace(/점$/, '')))
  const countNamed = (name: string, at: Point) =>
    (byName.get(withoutKind(name)) ?? []).filter((shop) => metresBetween(shop, at) <= REACH_OF_BRANCH).length
  const named = [
    ...areas
      .filter(([level]) => level > 2)
      .map(([, address, lat, lng]) => {
        const name = address.slice(address.lastIndexOf(' ') + 1)
        return { name, key: address, lat, lng, reach: REACH_OF_AREA }
      }),
    ...places.map(([name, , address, lat, lng]) => ({ name, key: `${address}\t${name}`, lat, lng, reach: REACH })),
  ]
  return named
    .map(({ name, key, reach, ...at }) => ({
      key,
      shops:
        count(at, reach) +
        WEIGHT_OF_BRANCH * countNamed(name, at) +
        (reach === REACH && isKnownEverywhere(name.replaceAll(' ', ''), key) ? SHOPS_OF_KNOWN : 0),
    }))
    .filter(({ shops: around }) => around >= FEWEST)
    .map(({ key, shops: around }) => `${around}\t${key}`)
    .sort()
}

function isKnownEverywhere(name: string, address: string): boolean {
  const [, district = ''] = address.split(/[\s\t]/)
  return KNOWN_EVERYWHERE.has(name) || KNOWN_EVERYWHERE.has(`${district}:${name}`)
}

/** '여의도점' is called after 여의도역 as well as 여의도동. */
function withoutKind(name: string): string {
  return name.replace(/(?:입구)?역$|동(?:\d+가)?$/, '')
}
