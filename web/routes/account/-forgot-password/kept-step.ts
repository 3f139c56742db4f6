import { draftKey, readDraft, removeDraft, writeDraft } from '../../../storage/drafts.ts'

/** A visitor's, like the draft of the question. */
const KEY = draftKey('', 'recovery_step')

/** Stores for a reload that the question was answered for this address. The answer and the password never are. */
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
