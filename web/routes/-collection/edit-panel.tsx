import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { collectionLimits } from '#rules/collection-limits.ts'
import { paths } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { GripVertical, Settings2 } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast, toasts } from '../../kit/toast.tsx'
import { type DragHandleProps, useDraggedOrder } from '../../kit/use-dragged-order.ts'
import { CollectionForm } from '../../posts/collections/collection-form.tsx'
import {
  type CollectionEntry,
  type CollectionPage,
  deleteCollection,
  moveInCollection,
  putInCollection,
  refreshCollections,
  takeFromCollection,
} from '../../posts/collections/collection-queries.ts'
import { FEED_TITLE_ID } from '../../posts/lists/list-head.ts'
import { useRouterContext } from '../../router-context.ts'
import { deleteLater } from '../../store/delete-later.ts'
import { entryName } from './entry-name.ts'

type EditPanelProps = { open: boolean; onClose: () => void; page: CollectionPage }

export function EditPanel({ open, onClose, page }: EditPanelProps) {
  const [isRenaming, setRenaming] = useState(false)
  const erase = useDelete(page)
  if (!open) return null
  const { collection } = page
  const close = () => setRenaming(false)
  return (
    <section className="collection-edit" aria-label="모음 수정">
      <div className="collection-edit-tools">
        <button type="button" className="btn btn-outline btn-small" onClick={() => setRenaming(true)}>
          <Settings2 className="icon" />
          이름과 공개 범위
        </button>
        <button type="button" className="btn btn-outline btn-small" onClick={erase}>
          <PageIcon name="trash-2" />
          모음 삭제
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          수정 완료
        </button>
      </div>
      <EntriesEditor key={collection.id} page={page} />
      <CollectionForm open={isRenaming} onClose={close} collection={collection} onDone={close} />
    </section>
  )
}

/** @returns a function that deletes the collection and navigates to the member's own lists, where a toast can undo it */
function useDelete({ collection: { id } }: CollectionPage): () => void {
  const graphql = useGraphql()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { store } = useRouterContext()
  return () => {
    const asker = store.viewer?.jwt
    deleteLater(store, {
      name: `collection ${id}`,
      done: '모음을 삭제했어요.',
      send: () => deleteCollection(graphql, { id }, { reader: asker }),
      onGone: () => {
        client.removeQueries({ queryKey: ['collection', id] })
        void refreshCollections(client)
      },
      focusWhenBack: `main a[href="/collection/${id}"]`,
    })
    void navigate({ to: paths.me, replace: true })
  }
}

export function EntriesEditor({ page: { collection, entries } }: { page: CollectionPage }) {
  const { id } = collection
  const graphql = useGraphql()
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  /** Id of the entry whose removal was undone last. */
  const [returned, setReturned] = useState('')
  /** Runs a change, shows its failure, and reloads the entries. @returns whether it succeeded */
  const applyChange = async (change: () => Promise<unknown>) => {
    const isDone = await change().then(
      () => true,
      (error: unknown) => {
        toast(sentenceOf(error))
        return false
      },
    )
    await refreshCollections(client)
    return isDone
  }
  const move = async (post: string, position: number) => {
    const entry = entries.find((one) => one.id === post)
    if (entry) setSaid(`‘${entryName(entry)}’ ${position}번째로 옮겼어요.`)
    await applyChange(() => moveInCollection(graphql, { id, post, position }))
  }
  const order = useDraggedOrder<HTMLOListElement>(
    entries.map((entry) => entry.id),
    (post, position) => void move(post, position),
  )
  const putBack = async (entry: CollectionEntry, position: number) => {
    focusTitle()
    setReturned(entry.id)
    const isDone = await applyChange(async () => {
      await putInCollection(graphql, { id, post: entry.id, note: entry.note })
      await moveInCollection(graphql, { id, post: entry.id, position })
    })
    if (isDone) toast('되돌렸어요.')
  }
  const take = async (entry: CollectionEntry, position: number, neighbour: HTMLElement | null) => {
    if (!(await applyChange(() => takeFromCollection(graphql, { id, post: entry.id })))) return
    if (neighbour) neighbour.focus()
    else focusTitle()
    const undo = () => {
      toasts.dismiss(note)
      void putBack(entry, position)
    }
    const note = toast(`‘${entryName(entry)}’ 모음에서 뺐어요`, { ...((entry.post || entry.shop) && { undo }) })
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
                onNote={(note) => applyChange(() => putInCollection(graphql, { id, post, note }))}
                hasReturned={returned === post}
                onTake={(neighbour) => void take(entry, index + 1, neighbour)}
              />
            )
          )
        })}
      </ol>
    </>
  )
}

const focusTitle = () => document.getElementById(FEED_TITLE_ID)?.focus()

/** The remove button of the next entry, or else of the previous one; null if there is no other entry. */
function neighbourOf(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li')
  const near = row?.nextElementSibling ?? row?.previousElementSibling
  return near?.querySelector<HTMLElement>('.edit-take') ?? null
}

type EditEntryProps = {
  entry: CollectionEntry
  number: number
  count: number
  isDragged: boolean
  handle: DragHandleProps
  onNote: (note: string) => Promise<unknown>
  /** Whether the entry's removal was just undone, so that its button takes the focus. */
  hasReturned: boolean
  onTake: (neighbour: HTMLElement | null) => void
}

function EditEntry({ entry, number, count, isDragged, handle, onNote, hasReturned, onTake }: EditEntryProps) {
  const [note, setNote] = useState(entry.note)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasReturned) button.current?.focus()
  }, [hasReturned])
  const title = entryName(entry)
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
        ref={button}
        type="button"
        className="icon-btn icon-btn-quiet edit-take"
        aria-label={`‘${title}’ 모음에서 빼기`}
        onClick={({ currentTarget }) => onTake(neighbourOf(currentTarget))}
      >
        <PageIcon name="x" />
      </button>
    </li>
  )
}
