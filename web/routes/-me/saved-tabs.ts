import type { MeSearch } from './me-search.ts'

/** Tabs of the reader's own lists; `mark` decides a tab's icon and colour. */
export const savedTabs = [
  { list: 'want', mark: 'wanted', name: '가고 싶어요', search: '가고 싶은 곳에서 찾기' },
  { list: 'been', mark: 'been', name: '다녀왔어요', search: '다녀온 곳에서 찾기' },
  { list: 'liked', mark: 'liked', name: '좋아요', search: '좋아한 글에서 찾기' },
  { list: 'written', mark: 'mine', name: '내가 쓴 글', search: '내가 쓴 글에서 찾기' },
] as const

export type SavedTab = (typeof savedTabs)[number]

export function savedTabOf({ list }: MeSearch): SavedTab {
  return savedTabs.find((tab) => tab.list === list) ?? savedTabs[0]
}
