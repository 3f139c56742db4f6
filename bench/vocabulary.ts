/** Texts for a large, realistic set of posts, the same in every run. The measured words have known frequencies. */

const placePrefixes =
  '할매 원조 시골 골목 옛날 바다 산골 은행나무 모퉁이 언덕 햇살 달빛 별밤 초록 노을 아침 소문난 수라 청담 서촌 북촌 남산 한강 동네 장터 명동 을지 종로 연남 망원 성수 가로수 해운 광안 전포 서면 동성로 수성 금남 충장 한옥 오목대 중앙 시청 역전 터미널 신당 약수 옥수 이태 경리단'.split(
    ' ',
  )
const dishes =
  '국밥 칼국수 냉면 김밥 떡볶이 순대 족발 보쌈 갈비 삼겹살 불고기 비빔밥 된장찌개 김치찌개 부대찌개 감자탕 해장국 설렁탕 곰탕 추어탕 삼계탕 닭갈비 닭강정 치킨 만두 짜장면 짬뽕 초밥 돈까스 우동 라멘 쌀국수 파스타 피자 버거 스테이크 샐러드 빵집 케이크 커피'.split(
    ' ',
  )
const suffixes = ['집', '', '식당', '본점', '2호점', '가', '네', '상회'] as const
const cities =
  '서울 강남구,서울 마포구,서울 종로구,서울 성동구,부산 해운대구,부산 수영구,대구 중구,인천 연수구,광주 동구,대전 유성구,울산 남구,세종 한누리,수원 팔달구,성남 분당구,전주 완산구,제주 애월읍,강릉 교동,속초 중앙동,여수 돌산읍,경주 황남동'.split(
    ',',
  )
const roads =
  '중앙로 시장길 벚꽃길 학동로 동호로 해변로 은행로 역전길 한옥길 강변로 문화로 봄내길 솔밭길 달맞이길 새터길'.split(
    ' ',
  )
const openings =
  '점심에 들렀는데|퇴근길에 우연히 찾은 곳인데|부모님 모시고 다녀왔어요.|친구 추천으로 갔더니|비 오는 날이면 생각나는 집.|줄이 길지만|주말 아침 일찍 갔더니|혼자 먹기 편하고|아이와 함께 가기 좋고|오래된 간판이 정겨운 곳,'.split(
    '|',
  )
const middles =
  '국물이 진하고 깔끔합니다|반찬 하나하나 정성이 느껴져요|면이 쫄깃하고 양도 넉넉해요|고기 잡내가 전혀 없어요|김치가 시원하고 아삭합니다|튀김옷이 얇고 바삭해요|육수가 깊은 맛이 나요|소스가 달지 않아 좋았습니다|직접 구워 주셔서 편했어요|밥을 솥에 지어 내줍니다|창가 자리에서 골목이 보여요|주차는 근처 공영주차장을 쓰세요'.split(
    '|',
  )
const endings =
  '다음에 또 갈게요.|사장님이 친절하세요.|포장도 됩니다.|예약하고 가세요.|재료가 떨어지면 일찍 닫아요.|가격도 착합니다.|웨이팅은 20분쯤.|강력 추천!|저녁엔 조용해요.|Wi-Fi 있어요.'.split(
    '|',
  )

/** Words in a known share of the contents, and the name under which each is measured. */
export const measuredWords = {
  absent: { word: '뷁뷁', share: 0 },
  rare: { word: '도토리묵', share: 1 / 20_000 },
  fourPercent: { word: '노포', share: 0.04 },
  tenPercent: { word: '가성비', share: 0.1 },
  common: { word: '맛있', share: 0.5 },
} as const

const CONTENT_TEXTS = 20_000

/** Names of places, 20 code points at most. */
export function placeNames(): string[] {
  return placePrefixes.flatMap((prefix) => dishes.flatMap((dish) => suffixes.map((suffix) => prefix + dish + suffix)))
}

/** Made-up addresses: some numbers of each road in each city. */
export function addresses(): string[] {
  return cities.flatMap((city) =>
    roads.flatMap((road) => Array.from({ length: 20 }, (_, index) => `${city} ${road} ${index * 7 + 3}`)),
  )
}

/** Contents of two to five sentences, 40 to 150 code points. */
export function contentTexts(): string[] {
  const random = sequence(20_261_121)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const rareAt = 777
  return Array.from({ length: CONTENT_TEXTS }, (_, index) => {
    const parts = [pick(openings)]
    for (let count = 1 + Math.floor(random() * 4); count > 0; count--) parts.push(`${pick(middles)}.`)
    for (const { word, share } of [measuredWords.fourPercent, measuredWords.tenPercent, measuredWords.common]) {
      if (random() < share) parts.push(word === '맛있' ? `${pick(dishes)} 정말 맛있어요.` : `${pick(dishes)} ${word}.`)
    }
    if (index === rareAt) parts.push(`${measuredWords.rare.word} 한 접시.`)
    return [...parts, pick(endings)].join(' ')
  })
}

/** Pseudo-random numbers from 0 to 1 by seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
