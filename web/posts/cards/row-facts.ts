import { factLine } from '#rules/fact-line.ts'
import { foodKinds, shortPriceLabels } from '#rules/food-kinds.ts'
import { shortLocation } from '#rules/location-text.ts'
import type { Position } from '#rules/position.ts'
import type { ListedPost } from '../queries/list-query.ts'

/** '한식 · 1만원대 · 300m' for the row of a post; the district where there is no distance. */
export function rowFacts(
  post: Pick<ListedPost, 'kind' | 'price' | 'address' | 'lat' | 'lng'>,
  from?: Position | null,
): string {
  const { kind, price } = post
  return factLine([kind && foodKinds[kind], price && shortPriceLabels[price], shortLocation(post, from)])
}
