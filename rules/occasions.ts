import type { FoodKind, PlaceTrait } from './food-kinds.ts'

/**
 * Occasions that a search may name, such as meals, purposes and moods: `name | as people type it | words in posts that suit it |
 * facts of posts that suit it`. Suitable posts come first, and none is left out. Facts are traits, kinds of food, `under_1`, and
 * hours: `morning`, `evening`, `night`, `dawn`.
 */
const lines = `
아침 | 조식 모닝 아침밥 | 아침 조식 모닝 | morning
점심 | 런치 점심특선 점심밥 | 점심 런치 |
저녁 | 디너 저녁밥 | 저녁 디너 | evening
야식 | 심야 밤늦게 밤늦은 늦은밤 늦게까지 밤늦게까지 늦은시간 늦은시간까지 야간 밤에 한밤중 | 야식 심야 밤늦 새벽까지 밤새 | night
새벽 | 새벽까지 이른새벽 | 새벽 밤새 | dawn
해장 | 속풀이 숙취 | 해장 속풀이 숙취 시원한국물 |
브레이크타임 | | 브레이크타임 |
데이트 | 소개팅 기념일 프로포즈 결혼기념일 맞선 썸 | 데이트 소개팅 기념일 연인 분위기 |
생일 | 생일파티 생파 생신 | 생일 생신 기념일 |
회식 | 단체회식 팀회식 회식자리 뒤풀이 뒷풀이 송년회 신년회 송년모임 신년모임 | 회식 뒤풀이 송년회 신년회 단체 | reservation
단체 | 단체석 단체모임 단체손님 단체예약 룸 개별룸 | 단체 룸이있 방이따로 | reservation
모임 | 동창회 계모임 친목 가족모임 친구모임 | 모임 단체 방이따로 | reservation
상견례 | 돌잔치 칠순 환갑 접대 접대용 | 상견례 접대 돌잔치 칠순 환갑 방이따로 코스 | reservation
외식 | 가족외식 | 외식 가족 | kids
효도 | 효도여행 효도관광 | 부모님 효도 어른 | parking
혼술 | 술한잔 한잔 술자리 | 혼술 한잔 술 | bar
가성비 | 갓성비 가성비좋은 착한가격 저렴한 저렴하고 저렴하게 값싼 싼 싸고 싸게 | 가성비 갓성비 저렴 착한가격 | under_1
분위기 | 분위기좋은 분위기있는 감성 감성적인 뷰 뷰맛집 오션뷰 바다뷰 야경 루프탑 아늑한 조용한 | 분위기 감성 뷰가 전망 아늑 조용 |
매운 | 매운거 매운것 매운음식 매운맛 매콤한 매콤한거 얼큰한 얼큰한거 얼큰한것 얼큰한국물 매운게 매콤한게 얼큰한게 | 매운 매콤 얼큰 매워 불맛 칼칼 맵 |
국물 | 국물요리 뜨끈한 뜨끈한국물 따뜻한국물 시원한국물 | 국밥 곰탕 해장국 설렁탕 찌개 전골 국물 |
일출 | 해돋이 해맞이 일출명소 | 일출 해돋이 해맞이 | morning
노을 | 일몰 낙조 석양 선셋 | 노을 일몰 낙조 석양 |
물놀이 | 서핑 해수욕 스노클링 다이빙 낚시 | 물놀이 서핑 해수욕 바다 |
등산 | 산행 하산 트레킹 | 등산 산행 하산 |
꽃놀이 | 꽃구경 벚꽃구경 단풍놀이 단풍구경 벚꽃 유채꽃 단풍 억새 수국 | 벚꽃 단풍 유채꽃 꽃 |
캠핑 | 차박 글램핑 | 캠핑 포장 | takeout
비오는날 | 비올때 비오는날엔 비올땐 | 비오는 파전 막걸리 칼국수 수제비 |
`

/** Company at a meal, in the same form. '아이' and '혼자' are traits of a place: `food-kinds.ts`. */
const company = `
부모님 | 엄마 아빠 어머니 아버지 할머니 할아버지 시부모님 장인어른 장모님 어른 어르신 어른들 | 부모님 어른 가족 효도 | parking
가족 | 온가족 자녀 식구 | 가족 아이 부모님 | kids parking
친구 | | 친구 |
연인 | 커플 애인 남자친구 여자친구 남친 여친 남편 아내 와이프 신랑 | 연인 커플 데이트 |
동료 | 직장동료 회사동료 직장인 회사 선배 후배 손님 거래처 팀원 | 회식 직장 동료 회사 | reservation
`

/** Part of the day in which a place has to be open for an occasion. */
export type PartOfDay = 'morning' | 'evening' | 'night' | 'dawn'

/** A purpose ('회식') or company ('가족') that a keyword names, and what suits it. */
export type Occasion = Readonly<{
  name: string
  spellings: readonly string[]
  /** Words in posts that suit the occasion, in normal form. */
  words: readonly string[]
  hours: PartOfDay | null
  facts: readonly (PlaceTrait | FoodKind | 'under_1')[]
}>

const HOURS: readonly string[] = ['morning', 'evening', 'night', 'dawn'] satisfies PartOfDay[]

function parse(line: string): Occasion {
  const [name = '', spellings = '', words = '', facts = ''] = line.split('|').map((cell) => cell.trim())
  const wordsOf = (cell: string) => cell.split(/\s+/).filter(Boolean)
  const [hours = null] = wordsOf(facts).filter((fact) => HOURS.includes(fact)) as PartOfDay[]
  const others = wordsOf(facts).filter((fact) => !HOURS.includes(fact)) as Occasion['facts']
  return { name, spellings: [name, ...wordsOf(spellings)], words: wordsOf(words), hours, facts: others }
}

const purposes = lines.trim().split('\n').map(parse)
const companions = company.trim().split('\n').map(parse)

const bySpelling = new Map(
  [...purposes, ...companions].flatMap((one) => one.spellings.map((word) => [word, one] as const)),
)

/** The occasion that the whole word names; undefined for other words, also for '가족모임'. */
export function occasionOf(word: string): Occasion | undefined {
  return bySpelling.get(word)
}

function anyOf(occasions: readonly Occasion[]): string {
  const words = new Set(occasions.flatMap(({ spellings }) => spellings))
  return [...words].toSorted((a, b) => b.length - a.length).join('|')
}

/**
 * A word of company, purpose or both, with endings: '친구들이랑', '가족모임', '회식장소'. No ending may equal two others in a row, which
 * would make backtracking exponential.
 */
const WORD = new RegExp(
  `^(${anyOf(companions)})?(?:들)?(?:이랑|랑|와|과|하고|끼리|께|이|을|를|의)?` +
    `(${anyOf(purposes)})?(?:식사|메뉴|장소|코스|자리|하기|할|만한|좋은|괜찮은|으로|로|에|때|용|밥|거|것|음식)*(?:곳|집|데|식당|맛집)?$`,
)

/** Company and purpose as words of their own: '가족' and '모임' of '가족모임'. Empty for other words. */
export function wordsOfOccasions(word: string): readonly string[] {
  const [, company, occasion] = WORD.exec(word) ?? []
  return [company, occasion].filter((one) => one !== undefined)
}
