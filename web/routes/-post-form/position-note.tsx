import { pinMessages } from '#rules/precision.ts'
import { PLACE_FIELD } from './place-fields.tsx'
import type { PostValues } from './post-values.ts'

/** Says before a post is sent what it will lack without a position. */
export function PositionNote({ values: { lat, proposed } }: { values: Pick<PostValues, 'lat' | 'proposed'> }) {
  if (lat !== null) return null
  return (
    <div className="notice position-note">
      <span>{proposed ? pinMessages.unconfirmed : pinMessages.none}</span>
      <button
        type="button"
        className="btn btn-outline btn-small"
        onClick={() => document.getElementById(PLACE_FIELD)?.focus()}
      >
        위치 정하기
      </button>
    </div>
  )
}
