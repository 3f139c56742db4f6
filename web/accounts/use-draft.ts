import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type DraftValues, draftKey, readDraft, removeDraft, writeDraft } from '../storage/drafts.ts'
import { useViewer } from './use-viewer.ts'

export type Draft = {
  /** The form holds what was typed earlier and not sent. */
  isRestored: boolean
  /** Puts the form back to what it was before that. */
  discard: () => void
  /** Belongs after the form has been sent. */
  forget: () => void
}

/**
 * Keeps the named fields of a form for as long as the tab lives, so that a reload, an expired session or a failed submit
 * loses nothing. What somebody typed is kept for them alone. Never name a password or an answer.
 */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Path<Values>[],
): Draft {
  const viewer = useViewer()
  // Whose session ends while they type is still the same person.
  const [owner] = useState(viewer?.jwt ?? '')
  const key = draftKey(owner, name)
  const before = useRef<DraftValues>({})
  const [isRestored, setRestored] = useState(false)

  const fill = (kept: DraftValues) => {
    for (const field of fields) {
      if (kept[field] !== undefined) form.setValue(field, kept[field] as PathValue<Values, Path<Values>>)
    }
  }
  // The fields of a form never change while it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const kept = readDraft(key)
    before.current = Object.fromEntries(fields.map((field) => [field, form.getValues(field)]))
    setRestored(fields.some((field) => kept[field] !== undefined && kept[field] !== before.current[field]))
    fill(kept)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
    })
  }, [key])
  const forget = useCallback(() => {
    setRestored(false)
    removeDraft(key)
  }, [key])
  const discard = () => {
    fill(before.current)
    forget()
  }
  return { isRestored, discard, forget }
}
