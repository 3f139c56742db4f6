/**
 * What was typed into forms and not sent, for as long as the tab lives. Each draft belongs to the person whose handle its key
 * has; that of nobody has none.
 */
const PREFIX = 'draft:'

export type DraftValues = Record<string, unknown>

export function draftKey(handle: string, name: string): string {
  return prefixOf(handle) + name
}

/** Forgets what everybody but `handle` typed at this tab; all of it if nobody is named. */
export function forgetDrafts(handle?: string): void {
  const own = handle === undefined ? undefined : prefixOf(handle)
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
  }
}

function prefixOf(handle: string): string {
  return `${PREFIX}${handle}:`
}

export function readDraft(key: string): DraftValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as DraftValues) : {}
  } catch {
    return {}
  }
}

export function writeDraft(key: string, values: DraftValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing loses drafts and nothing else.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
