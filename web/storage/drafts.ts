import { readJson, storeText } from './browser-storage.ts'

/** Drafts of forms, until the tab is closed. The key contains the handle of its owner; a visitor's has none. */
const PREFIX = 'draft:'

export type DraftValues = Record<string, unknown>

export function draftKey(handle: string, name: string): string {
  return prefixOf(handle) + name
}

/** Removes this tab's drafts except those of `handle`; without one, all of them. */
export function forgetDrafts(handle?: string): void {
  const own = handle === undefined ? undefined : prefixOf(handle)
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) sessionStorage.removeItem(key)
    }
  } catch {
    // Without storage there are no drafts.
  }
}

function prefixOf(handle: string): string {
  return `${PREFIX}${handle}:`
}

export function readDraft(key: string): DraftValues {
  const kept = readJson('sessionStorage', key)
  return typeof kept === 'object' && kept !== null ? (kept as DraftValues) : {}
}

export function writeDraft(key: string, values: DraftValues | null): void {
  storeText('sessionStorage', key, values && JSON.stringify(values))
}

export function canStoreDrafts(): boolean {
  const key = draftKey('', 'trial')
  writeDraft(key, { kept: true })
  const { kept } = readDraft(key)
  writeDraft(key, null)
  return kept === true
}

/** A visitor's key, as the person is not signed in while recovering a password. */
const KEY = draftKey('', 'recovery_step')

/**
 * Stores for a reload that the security question was answered for this e-mail address. The answer and the password are never
 * stored.
 */
export function storeRecoveryStep(entry: string | undefined, email: string): void {
  if (entry !== undefined) writeDraft(KEY, { entry, email })
}

export function getRecoveryEmail(entry: string | undefined): string | null {
  const { entry: kept, email } = readDraft(KEY)
  return kept !== undefined && kept === entry && typeof email === 'string' ? email : null
}

export function forgetRecoveryStep(): void {
  writeDraft(KEY, null)
}
