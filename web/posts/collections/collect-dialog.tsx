import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { RetryButton } from '../../kit/empty-state.tsx'
import { FieldError } from '../../kit/field.tsx'
import { FolderPlus, Plus } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { useViewer } from '../../store/use-store.ts'
import type { Target } from '../cards/toggle-mark.ts'
import { CollectionForm } from './collection-form.tsx'
import {
  type Collection,
  putInCollection,
  refreshCollections,
  takeFromCollection,
  targetArgument,
  useCollections,
  visibilities,
} from './collection-queries.ts'
import './collections.css'

type CollectDialogProps = { open: boolean; onClose: () => void; target: Target; title: string }

/** Puts a post or a place into one's collections, or takes it out. */
export function CollectDialog({ open, onClose, target, title }: CollectDialogProps) {
  const [isAdding, setIsAdding] = useState(false)
  const waiting = useRef<HTMLParagraphElement>(null)
  const graphql = useGraphql()
  const client = useQueryClient()
  const viewer = useViewer()
  const put = async (collection: Collection) => {
    setIsAdding(false)
    try {
      await putInCollection(graphql, { id: collection.id, ...targetArgument(target) })
      toast(`‘${collection.name}’\u2060에 담았어요`)
    } catch (error) {
      toast(sentenceOf(error))
    }
    await refreshCollections(client)
    onClose()
  }
  return (
    <>
      <Dialog
        open={open && !isAdding}
        onClose={onClose}
        icon={FolderPlus}
        title="모음에 담기"
        description={`‘${title}’`}
        initialFocus={waiting}
      >
        {viewer && (
          <Choices
            handle={viewer.jwt}
            target={target}
            waiting={waiting}
            onAdd={() => setIsAdding(true)}
            onClose={onClose}
          />
        )}
      </Dialog>
      <CollectionForm
        open={open && isAdding}
        onClose={() => setIsAdding(false)}
        collection={null}
        onDone={(collection) => void put(collection)}
      />
    </>
  )
}

type ChoicesProps = {
  handle: string
  target: Target
  /** Has the focus until the collections are there. */
  waiting: RefObject<HTMLParagraphElement | null>
  onAdd: () => void
  onClose: () => void
}

function Choices({ handle, target, waiting, onAdd, onClose }: ChoicesProps) {
  const { data: collections, isError, refetch } = useCollections(handle, target)
  const isFirst = collections?.length === 0
  const isWaiting = !collections && !isError
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus stays on a button that the person has moved to.
    if (isWaiting || box.current?.contains(document.activeElement)) return
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isWaiting])
  return (
    <div ref={box}>
      {!collections &&
        (isError ? (
          <RetryButton look="outline" small onPress={() => void refetch()} />
        ) : (
          <p ref={waiting} role="status" tabIndex={-1}>
            불러오는 중…
          </p>
        ))}
      {isFirst && <p className="dialog-text">데이트, 회식, 혼밥. 이름을 붙여 모아 보세요</p>}
      <ul className="dialog-options collect-choices">
        {collections?.map((collection) => (
          <Choice key={collection.id} collection={collection} target={target} />
        ))}
      </ul>
      <DialogButtons>
        <button type="button" className={isFirst ? 'btn btn-primary' : 'btn btn-quiet'} onClick={onAdd}>
          <Plus className="icon" />새 모음
        </button>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          닫기
        </button>
      </DialogButtons>
    </div>
  )
}

function Choice({ collection, target }: { collection: Collection; target: Target }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const [has, setHas] = useState(collection.has)
  const { isPending, error, mutate } = useMutation({
    mutationFn: async (puts: boolean) => {
      const change = puts ? putInCollection : takeFromCollection
      await change(graphql, { id: collection.id, ...targetArgument(target) })
    },
    onMutate: setHas,
    onError: (_, puts) => setHas(!puts),
    onSuccess: () => void refreshCollections(client),
  })
  const { icon: Icon } = visibilities[collection.visibility]
  return (
    <li>
      <label className="check">
        <input type="checkbox" checked={has} onChange={() => isPending || mutate(!has)} />
        <span>{collection.name}</span>
        <Icon className="icon icon-s" />
      </label>
      {error && <FieldError live>{sentenceOf(error)}</FieldError>}
    </li>
  )
}
