import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const PREFIX = 'draft:'

/**
 * Keeps the named fields of a form for as long as the tab lives, so that a reload, an expired session or a failed submit
 * loses nothing. Never name a password or an answer.
 * @returns what to call once the form has been sent.
 */
export function useDraft<Values extends FieldValues, Output>(
  key: string,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Path<Values>[],
): () => void {
  // The fields of a form never change while it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const kept = read(key)
    for (const field of fields) {
      if (kept[field] !== undefined) form.setValue(field, kept[field] as PathValue<Values, Path<Values>>)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => write(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
    })
  }, [key])
  return () => sessionStorage.removeItem(PREFIX + key)
}

/** Forgets every draft: the next person at this tab has no business with them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

function read(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function write(key: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing loses drafts and nothing else.
  }
}
