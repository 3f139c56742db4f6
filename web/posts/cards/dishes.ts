import type { FoodKind } from '#rules/food-kinds.ts'

/** The drawings of web/pictures/dishes.svg, by the food that they suit. */
const suited: Readonly<Record<FoodKind, readonly string[]>> = {
  korean: ['rice', 'stew', 'noodles', 'dumplings'],
  chinese: ['noodles', 'dumplings', 'rice', 'stew'],
  japanese: ['noodles', 'fish', 'rice', 'dumplings'],
  western: ['pizza', 'steak', 'noodles', 'bread'],
  snack: ['dumplings', 'noodles', 'rice', 'stew'],
  grill: ['grill', 'steak', 'stew', 'rice'],
  seafood: ['fish', 'stew', 'grill', 'rice'],
  cafe: ['coffee', 'cake', 'bread', 'glass'],
  bar: ['glass', 'fish', 'grill', 'pizza'],
  other: ['bread', 'pizza', 'rice', 'noodles'],
}
export const dishes = [...new Set(Object.values(suited).flat())]

type Named = { id?: string; kind?: FoodKind | null }
export type Drawn = Named & { image: string | null }

/** The drawing of a post without a photo, by its kind and id. */
export function dishOf(post: Named): string {
  return choicesFor(post)[0] ?? ''
}

/** In the widest list the card below another one is so many places behind it. */
const COLUMNS = 3

/** The drawings of a list, for posts with a photo an empty text: never the same beside or below each other. */
export function dishesOf(posts: readonly Drawn[]): string[] {
  const drawn: string[] = []
  for (const post of posts) {
    const near = drawn.slice(-COLUMNS)
    drawn.push(post.image ? '' : (choicesFor(post).find((dish) => !near.includes(dish)) ?? ''))
  }
  return drawn
}

/** What suits a post, each post's favourite first. */
function choicesFor({ id, kind }: Named): string[] {
  const all = kind ? suited[kind] : dishes
  const first = Number(id) % all.length || 0
  return [...all.slice(first), ...all.slice(0, first)]
}
