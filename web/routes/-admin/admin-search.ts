/** The tabs of the page, with their names. Their screens are loaded with the page only. */
export const tabNames = {
  reports: '신고',
  decided: '처리한 것',
  people: '이웃',
  rules: '규칙',
  record: '기록',
} as const
type TabName = keyof typeof tabNames
export const allTabs = Object.keys(tabNames) as TabName[]

type AdminSearch = { tab?: TabName; who?: string }

/** Which tab, and on that of people whom. */
export function adminSearch({ tab, who }: Record<string, unknown>): AdminSearch {
  const known = allTabs.find((name) => name === tab && name !== 'reports')
  return { ...(known && { tab: known }), ...(typeof who === 'string' && { who }) }
}
