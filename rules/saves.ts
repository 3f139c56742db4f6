/** Lists that savePost changes. */
export const saveLists = ['want', 'been'] as const
export type SaveList = (typeof saveLists)[number]

/** Entries of each such list, and how many of the newest a search or an order by distance looks at. */
export const MAX_SAVED_PER_LIST = 5000

/** Most pins on the map of a list. */
export const MAX_LIST_PINS = 1000

/** Visits that a member adds to a place in a day, and visits of a member in all. */
export const visitLimits = { day: 3, all: 10_000 } as const

export const saveMessages = {
  list: '좋아요와 내가 쓴 글 목록에는 직접 담을 수 없어요.',
  full: `한 목록에는 ${MAX_SAVED_PER_LIST.toLocaleString('ko-KR')}곳까지 담을 수 있어요. 다른 곳을 먼저 빼 주세요.`,
  visits: '다녀온 횟수를 확인해 주세요.',
  visitsOfDay: `한 곳에 다녀온 횟수는 하루에 ${visitLimits.day}번까지 남길 수 있어요.`,
  allVisits: `다녀온 횟수는 모두 ${visitLimits.all.toLocaleString('ko-KR')}번까지 남길 수 있어요.`,
} as const
