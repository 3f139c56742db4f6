import type { Draft } from './use-draft.ts'

/** Says that the form contains a restored draft, with a button to discard it. */
export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div className="draft-notice" role="status">
      {draft.isRestored && (
        <div className="notice">
          <span>저장하지 않은 내용을 불러왔어요.</span>
          <button type="button" className="btn btn-outline btn-small" onClick={draft.discard}>
            되돌리기
          </button>
        </div>
      )}
    </div>
  )
}
