import type { Entry } from '../../posts/collections/collection-queries.ts'

export function nameOf({ title }: Pick<Entry, 'title'>): string {
  return title || '이름 없는 곳'
}

/** Said of a shop that members or a moderator have called gone. */
export const SHOP_GONE = '없어졌거나 옮겼대요'
