/** Lists are always stale and kept three minutes (decision D29a). */
export const listTimes = { staleTime: 0, gcTime: 180_000 } as const

export function nextCursor(page: { nextCursor?: string | null }): string | null {
  return page.nextCursor ?? null
}
