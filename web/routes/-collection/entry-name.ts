import type { Entry } from '../../posts/collections/collection-queries.ts'

export function nameOf({ title }: Pick<Entry, 'title'>): string {
  return title || '이름 없는 곳'
}
