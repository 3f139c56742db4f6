import GripVertical from 'virtual:icon/grip-vertical'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionLimits } from '#rules/collection-limits.ts'
import { countCharacters } from '#rules/text.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.ts'
import { type Handle, useDraggedOrder } from '../../kit/use-dragged-order.ts'
import {
  type CollectionPage,
  type Entry,
  moveInCollection,
  putInCollection,
  refreshCollections,
  takeFromCollection,
} from '../../posts/collections/collection-queries.ts'
import { nameOf } from './entry-row.tsx'

/** How long a place that was taken out can be put back, in milliseconds. */
const UNDO_MS = 10_000

/** The entries of one's own collection, in an order that is dragged, or moved with the arrow keys. */
export function EditEntries({ page: { collection, entries } }: { page: CollectionPage }) {
  const { id } = collection
  const graphql = useGraphql()
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  /** Shows the failure, and the entries as the server has them. */
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      toast(sentenceOf(error))
    }
    await refreshCollections(client)
  }
  const move = async (post: string, position: number) => {
    const entry = entries.find((one) => one.id === post)
    if (entry) setSaid(`‘${nameOf(entry)}’ ${position}번째로 옮겼어요.`)
    await attempt(() => moveInCollection(graphql, { id, post, position }))
  }
  const order = useDraggedOrder<HTMLOListElement>(
    entries.map((entry) => entry.id),
    (post, position) => void move(post, position),
  )
  const take = async (entry: Entry, position: number) => {
    await attempt(() => takeFromCollection(graphql, id, entry.id))
    const undo = entry.post
      ? () =>
          void attempt(async () => {
            await putInCollection(graphql, { id, post: entry.id, note: entry.note })
            await moveInCollection(graphql, { id, post: entry.id, position })
          })
      : undefined
    toast(`‘${nameOf(entry)}’ 모음에서 뺐어요`, { ...(undo && { undo, shownMs: UNDO_MS }) })
  }
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol className="edit-entries" ref={order.list}>
        {order.ids.map((post, index) => {
          const entry = known.get(post)
          return (
            entry && (
              <EditEntry
                key={post}
                entry={entry}
                number={index + 1}
                count={order.ids.length}
                isDragged={order.dragged === post}
                handle={order.handleOf(post, index)}
                onNote={(note) => attempt(() => putInCollection(graphql, { id, post, note }))}
                onTake={() => void take(entry, index + 1)}
              />
            )
          )
        })}
      </ol>
    </>
  )
}

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
function EditEntry({ entry, number, count, isDragged, handle, onNote, onTake }: EditEntryProps) {
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
