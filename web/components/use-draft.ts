import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useViewer } from './use-viewer.ts'

const PREFIX = 'draft:'

export type Draft = {
  /** The form holds what was typed earlier and not sent. */
  isRestored: boolean
  /** Puts the form back to what it was before that. */
  discard: () => void
  /** Belongs after the form has been sent. */
  forget: () => void
}

type Kept = Record<string, unknown>

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
  const key = prefixOf(owner) + name
  const before = useRef<Kept>({})
  const [isRestored, setRestored] = useState(false)

  const fill = (kept: Kept) => {
    for (const field of fields) {
      if (kept[field] !== undefined) form.setValue(field, kept[field] as PathValue<Values, Path<Values>>)
    }
  }
  // The fields of a form never change while it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const kept = read(key)
    before.current = Object.fromEntries(fields.map((field) => [field, form.getValues(field)]))
    setRestored(fields.some((field) => kept[field] !== undefined && kept[field] !== before.current[field]))
    fill(kept)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => write(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
    })
  }, [key])
  const forget = useCallback(() => {
    setRestored(false)
    sessionStorage.removeItem(key)
  }, [key])
  const discard = () => {
    fill(before.current)
    forget()
  }
  return { isRestored, discard, forget }
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

function read(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

function write(key: string, values: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing loses drafts and nothing else.
  }
}
