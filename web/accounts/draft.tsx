import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useRouterContext } from '../router-context.ts'
import { type DraftValues, draftKey, readDraft, writeDraft } from '../storage/drafts.ts'

type Draft = {
  isRestored: boolean
  discard: () => void
  /** Removes the draft, after the form was sent. */
  forget: () => void
}

/** Whether a kept value may be that of a field. Other fields take values of the type that they have at first. */
export type DraftRules = Readonly<Record<string, (value: unknown) => boolean>>

/** For the draft of a form with a picture. */
export const pictureRules: DraftRules = { image: (value) => value === null || typeof value === 'string' }

const noRules: DraftRules = {}

/** Keeps the values of `fields` until the tab is closed, for the person who typed them. `fields` must not include a password. */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Path<Values>[],
  rules = noRules,
): Draft {
  const { store } = useRouterContext()
  // The draft keeps its owner if the session expires while the form is open.
  const [owner] = useState(store.viewer?.jwt ?? '')
  const key = draftKey(owner, name)
  const before = useRef<DraftValues>({})
  const [isRestored, setRestored] = useState(false)

  const fill = (kept: DraftValues) => {
    for (const field of fields) {
      if (kept[field] !== undefined) form.setValue(field, kept[field] as PathValue<Values, Path<Values>>)
    }
  }
  // The list of fields never changes while a form is mounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stored = readDraft(key)
    before.current = Object.fromEntries(fields.map((field) => [field, form.getValues(field)]))
    const mayBe = (field: string) =>
      rules[field]?.(stored[field]) ?? typeof stored[field] === typeof (before.current[field] ?? '')
    const kept = Object.fromEntries(fields.filter(mayBe).map((field) => [field, stored[field]]))
    setRestored(fields.some((field) => kept[field] !== undefined && !isSame(kept[field], before.current[field])))
    fill(kept)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
    })
  }, [key])
  const forget = useCallback(() => {
    setRestored(false)
    writeDraft(key, null)
  }, [key])
  const discard = () => {
    fill(before.current)
    forget()
  }
  return { isRestored, discard, forget }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type DraftNoticeProps = {
  draft: Draft
  discard: '새로 쓰기' | '저장된 내용 보기'
}

/**
 * Says that the form contains a restored draft, with a button to discard it. The notice sticks to the top of a scrolled page, until
 * the person presses a key or touches or scrolls the page.
 */
export function DraftNotice({ draft, discard }: DraftNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const { isRestored } = draft
  useEffect(() => {
    if (!isRestored) return
    const acting = new AbortController()
    // A press on the notice itself does not count: its button must not move under the finger.
    for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
      addEventListener(act, ({ target }) => notice.current?.contains(target as Node) || setSeen(true), {
        signal: acting.signal,
        passive: true,
      })
    return () => acting.abort()
  }, [isRestored])
  return (
    <div ref={notice} className="draft-notice" data-new={isSeen ? undefined : ''} role="status">
      {isRestored && (
        <div className="notice">
          <span>저장하지 않은 내용을 불러왔어요.</span>
          <button type="button" className="btn btn-outline btn-small" onClick={draft.discard}>
            {discard}
          </button>
        </div>
      )}
    </div>
  )
}
