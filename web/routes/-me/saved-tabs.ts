import type { MeSearch } from './me-search.ts'

/** The tabs, each with the mark whose sign and colour it has. */
export const tabs = [
  { list: 'want', mark: 'wanted', name: '가고 싶어요', search: '가고 싶은 곳에서 찾기' },
  { list: 'been', mark: 'been', name: '다녀왔어요', search: '다녀온 곳에서 찾기' },
  { list: 'liked', mark: 'liked', name: '좋아요', search: '좋아한 글에서 찾기' },
  { list: 'written', mark: 'mine', name: '내가 쓴 글', search: '내가 쓴 글에서 찾기' },
] as const

export type Tab = (typeof tabs)[number]

export function tabOf({ list }: MeSearch): Tab {
  return tabs.find((tab) => tab.list === list) ?? tabs[0]
}
