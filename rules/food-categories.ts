import type { FoodKind } from './food-kinds.ts'

/** Words of the categories of maps and shops; the first line that fits decides. */
const lines: readonly (readonly [FoodKind, string])[] = [
  ['japanese', '일식|일본|초밥|스시|라멘|돈까스|돈가스|sushi|ramen|japanese'],
  ['chinese', '중식|중국|중화|마라|훠궈|chinese'],
  ['western', '양식|이탈리|프랑스|파스타|스테이크|피자|버거|패밀리레스토랑|italian|pizza|burger|western'],
  ['bar', '술집|주점|호프|맥주|와인바|이자카야|bar|pub'],
  ['cafe', '카페|커피|디저트|제과|베이커리|빵|도넛|떡/|아이스크림|빙수|찻집|cafe|bakery|ice_cream'],
  ['snack', '분식|김밥|만두|떡볶이|토스트|샌드위치'],
  ['seafood', '횟집|해산물|해물|생선|조개|복 요리|장어|seafood'],
  ['grill', '고기|육류|갈비|삼겹|곱창|구이|barbecue'],
  ['korean', '한식|한정식|백반|국밥|찌개|국수|냉면|족발|부침개|korean'],
]

/** Words that are also a part of others, such as 'barbecue'. */
const WHOLE_WORDS = ['bar', 'pub']

const patterns = lines.map(([kind, words]) => {
  const parts = words.split('|').map((word) => (WHOLE_WORDS.includes(word) ? `\\b${word}\\b` : word))
  return [kind, new RegExp(parts.join('|'))] as const
})

/** Kind of food of a category that a map or public list gives; null for one of no kind. */
export function foodKindOfCategory(category: string | null): FoodKind | null {
  const text = category?.toLowerCase() ?? ''
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Words by which `foodKindOfCategory` recognises a kind. A category with one may still be of a kind whose line comes first. */
export function categoryWords(kind: FoodKind): string[] {
  return lines.find(([one]) => one === kind)?.[1].split('|') ?? []
}

/** Words of categories of places to eat to which `foodKindOfCategory` gives no kind. */
const EATERY = /음식|식당|뷔페|부페|동남아식|베트남식|치킨|패스트푸드|푸드코트/

/** Whether a category of a public list is one of places to eat or drink. */
export function isFoodCategory(category: string | null): boolean {
  return foodKindOfCategory(category) !== null || EATERY.test(category ?? '')
}
