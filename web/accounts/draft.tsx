import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { toast, withdrawToast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'
import { type DraftValues, draftKey, readDraft, writeDraft } from '../storage/drafts.ts'

type Draft = {
  isRestored: boolean
  discard: () => void
  /** Call it after the form was sent. */
  forget: () => void
}

/** Keeps the named fields of a form for the person who typed them until the tab is closed; never name a password. */
export function useDraft<Values extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly Path<Values>[],
): Draft {
  const { store } = useRouterContext()
  // A session that expires while the person types still belongs to the same person.
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
    const kept = readDraft(key)
    before.current = Object.fromEntries(fields.map((field) => [field, form.getValues(field)]))
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

const RESTORED = '저장하지 않은 내용을 불러왔어요.'

/** Says that the form contains a restored draft, with a button to discard it. */
export function DraftNotice({ draft, discard }: DraftNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useSaidInView(notice, draft, discard)
  return (
    <div ref={notice} className="draft-notice" role="status">
      {draft.isRestored && (
        <div className="notice">
          <span>{RESTORED}</span>
          <button type="button" className="btn btn-outline btn-small" onClick={draft.discard}>
            {discard}
          </button>
        </div>
      )}
    </div>
  )
}

/** Says it in a toast where Forward or a reload shows a lower part of the form, until the person does something. */
function useSaidInView(notice: RefObject<HTMLElement | null>, { isRestored, discard }: Draft, label: string) {
  const say = useEffectEvent(() => toast(RESTORED, { action: { label, run: discard } }))
  useEffect(() => {
    if (!isRestored || !notice.current) return
    const acting = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) return
      say()
      acting.abort()
    })
    acting.signal.addEventListener('abort', () => observer.disconnect())
    observer.observe(notice.current)
    for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
      addEventListener(act, () => acting.abort(), { signal: acting.signal, passive: true })
    return () => {
      acting.abort()
      withdrawToast(RESTORED)
    }
  }, [isRestored, notice])
}
