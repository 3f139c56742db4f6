import { onTestFinished } from 'vitest'

const LIVE = '[role=status], [role=alert], [aria-live]'

/**
 * Records what a screen reader would announce: changed texts of live regions that existed before. Returns the
 * announcements since the last call.
 */
export function listenToScreen(): () => string[] {
  const heard: string[] = []
  const note = (changes: MutationRecord[]) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE)
      if (region?.textContent) heard.push(region.textContent)
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => {
    note(observer.takeRecords())
    return heard.splice(0)
  }
}
