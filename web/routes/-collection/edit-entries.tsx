import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { toast } from '../../kit/toast.ts'
import { useDraggedOrder } from '../../kit/use-dragged-order.ts'
import {
  type CollectionPage,
  type Entry,
  moveInCollection,
  putInCollection,
  refreshCollections,
  takeFromCollection,
} from '../../posts/collections/collection-queries.ts'
import { EditEntry } from './edit-entry.tsx'
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
