/** Popular names of neighbourhoods, and the station that each means, or the 동 where none is near. */
const lines = `
홍대 홍대입구역 서울특별시
강남 강남역 서울특별시
신촌 신촌역 서울특별시
건대 건대입구역 서울특별시
서울대 서울대입구역 서울특별시
이대 이대역 서울특별시
교대 교대역 서울특별시
대학로 혜화역 서울특별시
연트럴파크 홍대입구역 서울특별시
가로수길 신사역 서울특별시
경리단길 녹사평역 서울특별시
샤로수길 서울대입구역 서울특별시
명동 명동역 서울특별시
연세대 신촌역 서울특별시
이화여대 이대역 서울특별시
숙명여대 숙대입구역 서울특별시
중앙대 흑석동 서울특별시
경희대 회기역 서울특별시
해방촌 녹사평역 서울특별시
용리단길 삼각지역 서울특별시
망리단길 망원역 서울특별시
북촌 안국역 서울특별시
코엑스 삼성역 서울특별시
롯데월드 잠실역 서울특별시
노량진수산시장 노량진역 서울특별시
서면 서면역 부산광역시
남포동 남포역 부산광역시
광안리 광안역 부산광역시
센텀 센텀시티역 부산광역시
동성로 중앙로역 대구광역시
부평 부평역 인천광역시
송도 센트럴파크역 인천광역시
상무지구 상무역 광주광역시
둔산 정부청사역 대전광역시
`

/** By the short name without spaces: the station or 동, and its 시도. */
export const popularNames: ReadonlyMap<string, { name: string; address: string }> = new Map(
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [short = '', name = '', address = ''] = line.split(' ')
      return [short, { name, address }]
    }),
)
