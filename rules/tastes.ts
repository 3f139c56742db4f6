import { topicParticle } from './particles.ts'

/** Dishes of which a member chooses what they like. Accounts store the words: one that is no longer offered may stay there. */
export const dishChoices = [
  '국밥',
  '칼국수',
  '초밥',
  '떡볶이',
  '돈가스',
  '냉면',
  '김치찌개',
  '삼겹살',
  '비빔밥',
  '파스타',
  '만두',
  '디저트',
] as const

export type DishChoice = (typeof dishChoices)[number]

/** Most dishes that a member chooses as what they like. */
export const MOST_TASTES = 3

export const tasteMessages = {
  tooMany: `좋아하는 음식은 ${MOST_TASTES}가지까지 고를 수 있어요.`,
  full: '다른 음식을 고르려면 하나를 먼저 해제해 주세요.',
} as const

/** '국밥·냉면을 좋아해요'; empty without any. */
export function tastesText(dishes: readonly string[]): string {
  const last = dishes.at(-1)
  if (last === undefined) return ''
  return `${dishes.join('·')}${topicParticle(last) === '은' ? '을' : '를'} 좋아해요`
}
