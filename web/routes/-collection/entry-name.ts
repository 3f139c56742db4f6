import type { CollectionEntry } from '../../posts/collections/collection-queries.ts'

export function entryName({ title }: Pick<CollectionEntry, 'title'>): string {
  return title || '이름 없는 곳'
}

/** Text for a shop that members have reported as gone or moved. */
export const SHOP_GONE_TEXT = '없어졌거나 옮겼대요'
