import GripVertical from 'virtual:icon/grip-vertical'
import { useState } from 'react'
import { collectionLimits } from '#rules/collection-limits.ts'
import { countCharacters } from '#rules/text.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { Handle } from '../../kit/use-dragged-order.ts'
import type { Entry } from '../../posts/collections/collection-queries.ts'
import { nameOf } from './entry-row.tsx'

type EditEntryProps = {
  entry: Entry
  number: number
  count: number
  isDragged: boolean
  handle: Handle
  onNote: (note: string) => Promise<void>
  onTake: () => void
}

/** One row: its handle, its note, which is saved when it is left, and the button that takes it out. */
export function EditEntry({ entry, number, count, isDragged, handle, onNote, onTake }: EditEntryProps) {
  const [note, setNote] = useState(entry.note)
  const title = nameOf(entry)
  const save = () => note.trim() !== entry.note && void onNote(note)
  return (
    <li className="edit-entry" data-dragged={isDragged || undefined}>
      <button
        type="button"
        className="icon-btn edit-handle"
        aria-label={`‘${title}’ 순서 바꾸기, ${count}곳 중 ${number}번째. 위아래 방향키로 옮겨요.`}
        {...handle}
      >
        <GripVertical className="icon" />
      </button>
      <div className="edit-text">
        <b>
          <span className="num">{number}.</span> {title}
        </b>
        <input
          type="text"
          className="input"
          aria-label={`‘${title}’ 메모`}
          placeholder="메모 한 줄"
          value={note}
          onChange={({ target }) => countCharacters(target.value) <= collectionLimits.note && setNote(target.value)}
          onBlur={save}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && save()}
        />
      </div>
      <button
        type="button"
        className="icon-btn icon-btn-quiet"
        aria-label={`‘${title}’ 모음에서 빼기`}
        onClick={onTake}
      >
        <PageIcon name="x" />
      </button>
    </li>
  )
}
