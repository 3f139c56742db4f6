import type { Viewer } from '#contract/reader-state.ts'

type Reader = { readonly viewer: Viewer | null; readonly unread: number; setUnread: (unread: number) => void }

/** Set for a moment, because the event in other tabs is all that is wanted: nothing of a person stays stored. */
const KEY = 'unread'

/** Shows the number of unread notifications in the person's other tabs too. */
export function tellOtherTabs({ viewer, unread }: Reader): void {
  try {
    localStorage.setItem(KEY, `${viewer?.jwt} ${unread}`)
    localStorage.removeItem(KEY)
  } catch {
    // Without storage each tab learns it with its next response.
  }
}

/** Takes over what another tab says. */
export function hearOtherTabs(reader: Reader): void {
  addEventListener('storage', ({ key, newValue }) => {
    const [handle, unread] = newValue?.split(' ') ?? []
    if (key === KEY && handle === reader.viewer?.jwt) reader.setUnread(Number(unread))
  })
}
