import { draftKey, readDraft, removeDraft, writeDraft } from '../../../storage/drafts.ts'

/** A visitor's, like the draft of the question. */
const KEY = draftKey('', 'recovery_step')

/**
 * Stores that the question was answered for this address, for a reload of this entry of the tab's history. The answer
 * and the temporary password are never stored; the browser's ticket is a cookie that no script can read.
 */
export function keepStep(entry: string | undefined, email: string): void {
  if (entry !== undefined) writeDraft(KEY, { entry, email })
}

/** The address for which the question was answered in this entry of the tab's history; null if it was not. */
export function keptStep(entry: string | undefined): string | null {
  const { entry: kept, email } = readDraft(KEY)
  return kept !== undefined && kept === entry && typeof email === 'string' ? email : null
}

export function forgetStep(): void {
  removeDraft(KEY)
}
